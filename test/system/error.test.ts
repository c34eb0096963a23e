import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { graphql } from '../generated/index.js';
import { ReadConfigurations, ReadOrganization, ReadScreen } from './document.js';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';

/** A field that fails beside one that does not. */
const Beside = graphql(`
  query Beside($id: ID!) {
    screen(id: $id) {
      id
    }
    organization {
      id
    }
  }
`);

const screenId = 'scr_1fyak';
const requestId = expect.stringMatching(/^req_[\w-]+$/) as unknown;
const operation = 'partnerV1_screen';

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

  it('C2: no answer within UPSTREAM_TIMEOUT_MS is UPSTREAM_TIMEOUT, asked once', async () => {
    const { simulator, query } = await startSystem(
      { faults: [{ operation, latencyMs: 60_000 }] },
      { settings: { UPSTREAM_TIMEOUT_MS: '1000' } },
    );
    const { data, errors } = await query(Beside, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors?.[0]?.extensions).toEqual({ code: 'UPSTREAM_TIMEOUT', operation });
    expect(errors?.[0]?.message).toContain('UPSTREAM_TIMEOUT_MS');
    expect(simulator.requests).toHaveLength(2);
  });

  it('C10: an operation out of time keeps what it has, and tells UPSTREAM_TIMEOUT for the rest', async () => {
    const { query } = await startSystem(
      { faults: [{ operation, latencyMs: 60_000 }] },
      { settings: { OPERATION_TIMEOUT_MS: '1000' } },
    );
    const { data, errors } = await query(Beside, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors).toMatchObject([{ path: ['screen'], extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
    expect(errors?.[0]?.message).toContain('OPERATION_TIMEOUT_MS');
  });

  it('an upstream that cannot be reached is UPSTREAM_UNAVAILABLE, without its address', async () => {
    const { simulator, query } = await startSystem();
    await simulator.close();
    const answer = await query(ReadOrganization, {});
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ organization: null });
    expect(answer.errors?.[0]?.extensions).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      operation: 'partnerV1_organization',
    });
    expect(JSON.stringify(answer.errors)).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/);
  });

  it('UPSTREAM_INVALID_RESPONSE: a body above MAX_RESPONSE_BYTES costs its field alone', async () => {
    const { query } = await startSystem({}, { settings: { MAX_RESPONSE_BYTES: '300' } });
    const { data, errors } = await query(Beside, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE', operation });
    expect(errors?.[0]?.message).toContain('MAX_RESPONSE_BYTES');
  });

  it('D14: beyond MAX_UPSTREAM_REQUESTS nothing is sent: UPSTREAM_BUDGET_EXCEEDED, and what was read stays', async () => {
    const { simulator, query } = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '2' } });
    const screenIds = ['scr_1fyak', 'gone-1', 'gone-2', 'gone-3'];
    const { data, errors, extensions, status } = await query(ReadConfigurations, { screenIds });
    expect(status).toBe(200);
    expect(simulator.requests.length).toBeLessThanOrEqual(2);
    expect(extensions?.upstream?.requests ?? 0).toBe(simulator.requests.length);
    const over = errors?.filter((error) => error.extensions['code'] === 'UPSTREAM_BUDGET_EXCEEDED') ?? [];
    expect(over.length).toBeGreaterThan(0);
    for (const { message } of over) expect(message).toContain('MAX_UPSTREAM_REQUESTS');
    const read = data?.playbackConfigurations.filter((each) => each !== null) ?? [];
    expect(read.length).toBeLessThanOrEqual(1);
  });

  it('C21: what is unforeseen is INTERNAL_SERVER_ERROR, masked, with the id under which it is logged', async () => {
    const { simulator } = await startSystem();
    const broken = () => {
      throw new TypeError('secret detail of the inside');
    };
    const facade = createFacade({
      partnerApiUrl: simulator.url,
      settings: { LOG_LEVEL: 'silent' },
      fetch: broken,
    });
    const answer = await sendQuery(facade, '{ organization { id } }');
    expect(codesOf(answer)).toEqual(['organization INTERNAL_SERVER_ERROR']);
    expect(answer.errors[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    expect(answer.errors[0]?.message).toContain(answer.headers.get('x-request-id') ?? 'no id');
    expect(answer.text).not.toMatch(/secret|TypeError|\.ts/);
    await facade.close();
  });
});

describe('what the façade refuses itself, before anything is executed', () => {
  const documents: readonly [string, string, string][] = [
    ['GRAPHQL_PARSE_FAILED', 'a document that is not GraphQL', '{ screens { '],
    ['GRAPHQL_PARSE_FAILED', 'an empty document', ''],
    ['GRAPHQL_VALIDATION_FAILED', 'a field that does not exist', '{ screns { totalCount } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'an argument that is missing', '{ screen { id } }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      'an operation that is not named',
      'query A { __typename } query B { __typename }',
    ],
    ['GRAPHQL_VALIDATION_FAILED', 'no operation at all', 'fragment F on Screen { id }'],
    ['GRAPHQL_VALIDATION_FAILED', 'a variable without a value', 'query($id: ID!) { screen(id: $id) { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a mutation', 'mutation { createScreen { id } }'],
    ['GRAPHQL_VALIDATION_FAILED', 'F10: a subscription', 'subscription { screens { totalCount } }'],
  ];

  it.each(documents)('%s: %s', async (code, _what, query) => {
    const { facade, simulator } = await startSystem();
    const answer = await sendQuery(facade, query);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(answer.errors.map(({ extensions }) => extensions)).toEqual(answer.errors.map(() => ({ code })));
    expect(answer.errors.length).toBeGreaterThan(0);
    expect(simulator.requests).toEqual([]);
  });

  it('every entry of errors has a code, whatever went wrong', async () => {
    const { facade } = await startSystem({ faults: [{ rate: 0.5, status: 500 }] });
    const query = `{ ${Array.from({ length: 20 }, (_, index) => `p${index}: playlist(id: "x${index}") { id }`).join(' ')} }`;
    const { errors } = await sendQuery(facade, query);
    expect(errors).toHaveLength(20);
    for (const { extensions } of errors)
      expect(extensions['code']).toMatch(/^(?:NOT_FOUND|UPSTREAM_UNAVAILABLE)$/);
  });
});
