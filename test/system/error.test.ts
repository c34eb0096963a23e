import { describe, expect, it } from 'vitest';
import { ReadScreen } from './document.js';
import { startSystem } from './test-system.js';
import { ScreenAndOrganization, operation, screenId } from './error-query.js';

const requestId = expect.stringMatching(/^req_[\w-]+$/) as unknown;

interface Row {
  readonly status: number;
  readonly code: string;
  readonly upstreamCode: string;
  /** REST requests for the faulty field. */
  readonly requests?: number;
}

/** The README's table of codes; the simulator has its own `error.code`s. */
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

describe('an upstream response becomes an error code beside the data that was read', () => {
  it.each(rows)('B2, B33, D8: $status is $code', async ({ status, code, upstreamCode, requests = 1 }) => {
    const { simulator, query } = await startSystem({ faults: [{ operation, status }] });
    const result = await query(ScreenAndOrganization, { id: screenId });
    expect(result.status).toBe(200);
    expect(result.data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(result.errors).toHaveLength(1);
    expect(result.errors?.[0]).toMatchObject({ path: ['screen'] });
    expect(result.errors?.[0]?.extensions).toEqual({ code, status, operation, requestId, upstreamCode });
    expect(simulator.requests.filter((each) => each.operation === operation)).toHaveLength(requests);
    expect(result.extensions?.upstream?.requests).toBe(requests + 1);
  });

  it('403: FORBIDDEN with the required scope and the details of the envelope', async () => {
    const { query } = await startSystem();
    const result = await query(ScreenAndOrganization, { id: screenId }, 'demo-media-only-credential');
    expect(result.status).toBe(200);
    expect(result.data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(result.errors?.[0]?.extensions).toEqual({
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

  it('401: UNAUTHENTICATED beside the field that was read', async () => {
    const { query } = await startSystem({ faults: [{ operation, status: 401, latencyMs: 50 }] });
    const result = await query(ScreenAndOrganization, { id: screenId });
    expect(result.status).toBe(200);
    expect(result.data?.organization).toEqual({ id: 'org_nordlicht' });
    expect(result.errors?.[0]?.extensions).toEqual({
      code: 'UNAUTHENTICATED',
      status: 401,
      operation,
      requestId,
      upstreamCode: 'unauthenticated',
    });
  });

  it('D1: 429 with Retry-After reports the seconds, without a retry, beside the data that was read', async () => {
    const fault = { operation, status: 429, retryAfterSeconds: 7, latencyMs: 50 };
    const { simulator, query } = await startSystem({ faults: [fault] });
    const result = await query(ScreenAndOrganization, { id: screenId });
    expect(result.status).toBe(200);
    expect(result.data?.organization).toEqual({ id: 'org_nordlicht' });
    expect(result.errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      status: 429,
      operation,
      requestId,
      upstreamCode: 'quota_exceeded',
      retryAfterSeconds: 7,
    });
    expect(simulator.requests).toHaveLength(2);
  });

  it('D3: 429 without Retry-After reports no seconds', async () => {
    const { query } = await startSystem({ faults: [{ operation, status: 429, latencyMs: 50 }] });
    const { errors } = await query(ScreenAndOrganization, { id: screenId });
    expect(errors?.[0]?.extensions).toEqual({
      code: 'RATE_LIMITED',
      status: 429,
      operation,
      requestId,
      upstreamCode: 'quota_exceeded',
    });
  });
});
