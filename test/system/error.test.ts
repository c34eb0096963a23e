import { describe, expect, it } from 'vitest';
import { ReadScreen } from './document.js';
import { startSystem } from './test-system.js';
import { Beside, operation, screenId } from './error-query.js';

const requestId = expect.stringMatching(/^req_[\w-]+$/) as unknown;

interface Row {
  readonly status: number;
  readonly code: string;
  readonly upstreamCode: string;
  /** REST requests for the faulty field. */
  readonly requests?: number;
}

/** Runtime interface, "Which code for what the upstream does"; the simulator has its own `error.code`s. */
const rows: readonly Row[] = [
  { status: 400, code: 'BAD_USER_INPUT', upstreamCode: 'invalid_request' },
  { status: 404, code: 'NOT_FOUND', upstreamCode: 'not_found' },
  { status: 426, code: 'HTTPS_REQUIRED', upstreamCode: 'https_required' },
  { status: 409, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'refused' },
  { status: 418, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'refused' },
  { status: 500, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'service_failure' },
  { status: 501, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'service_failure' },
  { status: 502, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'service_failure', requests: 2 },
  { status: 503, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'service_failure', requests: 2 },
  { status: 504, code: 'UPSTREAM_UNAVAILABLE', upstreamCode: 'service_failure', requests: 2 },
  { status: 301, code: 'UPSTREAM_INVALID_RESPONSE', upstreamCode: 'refused' },
  { status: 307, code: 'UPSTREAM_INVALID_RESPONSE', upstreamCode: 'refused' },
  { status: 202, code: 'UPSTREAM_INVALID_RESPONSE', upstreamCode: 'refused' },
];

describe('what the upstream answers is told by code, beside what could be read', () => {
  it.each(rows)('B2, B33, D8: $status is $code', async ({ status, code, upstreamCode, requests = 1 }) => {
    const { simulator, query } = await startSystem({ faults: [{ operation, status }] });
    const answer = await query(Beside, { id: screenId });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors?.[0]).toMatchObject({ path: ['screen'] });
    expect(answer.errors?.[0]?.extensions).toEqual({ code, status, operation, requestId, upstreamCode });
    expect(simulator.requests.filter((each) => each.operation === operation)).toHaveLength(requests);
    expect(answer.extensions?.upstream?.requests).toBe(requests + 1);
  });

  it('403: FORBIDDEN with the scope that is needed, and the details of the envelope', async () => {
    const { query } = await startSystem();
    const answer = await query(Beside, { id: screenId }, 'demo-media-only-credential');
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: 'FORBIDDEN',
      status: 403,
      operation,
      requiredScope: 'screens:read',
      requestId,
      upstreamCode: 'insufficient_scope',
      details: { requiredScope: 'screens:read' },
    });
  });

  it('404: NOT_FOUND with the details of the envelope', async () => {
    const { query } = await startSystem();
    const { data, errors } = await query(ReadScreen, { id: 'gone' });
    expect(data).toEqual({ screen: null });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'NOT_FOUND',
      status: 404,
      operation,
      requestId,
      upstreamCode: 'not_found',
      details: { kind: 'screen', id: 'gone' },
    });
  });

  it('401: UNAUTHENTICATED, and the field that was read stays', async () => {
    const { query } = await startSystem({ faults: [{ operation, status: 401, latencyMs: 50 }] });
    const answer = await query(Beside, { id: screenId });
    expect(answer.status).toBe(200);
    expect(answer.data?.organization).toEqual({ id: 'org_nordlicht' });
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: 'UNAUTHENTICATED',
      status: 401,
      operation,
      requestId,
      upstreamCode: 'unauthenticated',
    });
  });

  it('D1: 429 with Retry-After tells the seconds, is asked once, and what was read stays', async () => {
    const fault = { operation, status: 429, retryAfterSeconds: 7, latencyMs: 50 };
    const { simulator, query } = await startSystem({ faults: [fault] });
    const answer = await query(Beside, { id: screenId });
    expect(answer.status).toBe(200);
    expect(answer.data?.organization).toEqual({ id: 'org_nordlicht' });
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      status: 429,
      operation,
      requestId,
      upstreamCode: 'quota_exceeded',
      retryAfterSeconds: 7,
    });
    expect(simulator.requests).toHaveLength(2);
  });

  it('D3: 429 without Retry-After tells no seconds', async () => {
    const { query } = await startSystem({ faults: [{ operation, status: 429, latencyMs: 50 }] });
    const { errors } = await query(Beside, { id: screenId });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      status: 429,
      operation,
      requestId,
      upstreamCode: 'quota_exceeded',
    });
  });
});
