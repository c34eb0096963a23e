import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { ReadConfigurations, ReadOrganization } from './document.js';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';
import { ScreenAndOrganization, operation, screenId } from './error-query.js';

describe('a limit becomes an error code beside the data that was read', () => {
  it('C2: no response within UPSTREAM_TIMEOUT_MS is UPSTREAM_TIMEOUT, without a retry', async () => {
    const { simulator, query } = await startSystem(
      { faults: [{ operation, latencyMs: 60_000 }] },
      { settings: { UPSTREAM_TIMEOUT_MS: '1000' } },
    );
    const { data, errors } = await query(ScreenAndOrganization, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors?.[0]?.extensions).toEqual({ code: 'UPSTREAM_TIMEOUT', operation });
    expect(errors?.[0]?.message).toContain('UPSTREAM_TIMEOUT_MS');
    expect(simulator.requests).toHaveLength(2);
  });

  it('C10: an operation out of time keeps its data, and reports UPSTREAM_TIMEOUT for the rest', async () => {
    const { query } = await startSystem(
      { faults: [{ operation, latencyMs: 60_000 }] },
      { settings: { OPERATION_TIMEOUT_MS: '1000' } },
    );
    const { data, errors } = await query(ScreenAndOrganization, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors).toMatchObject([{ path: ['screen'], extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
    expect(errors?.[0]?.message).toContain('OPERATION_TIMEOUT_MS');
  });

  it('an unreachable upstream is UPSTREAM_UNAVAILABLE, without its address', async () => {
    const { simulator, query } = await startSystem();
    await simulator.close();
    const result = await query(ReadOrganization, {});
    expect(result.status).toBe(200);
    expect(result.data).toEqual({ organization: null });
    expect(result.errors?.[0]?.extensions).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      operation: 'partnerV1_organization',
    });
    expect(JSON.stringify(result.errors)).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/);
  });

  it('UPSTREAM_INVALID_RESPONSE: a body above MAX_RESPONSE_BYTES fails only its field', async () => {
    const { query } = await startSystem({}, { settings: { MAX_RESPONSE_BYTES: '300' } });
    const { data, errors } = await query(ScreenAndOrganization, { id: screenId });
    expect(data).toEqual({ screen: null, organization: { id: 'org_nordlicht' } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE', operation });
    expect(errors?.[0]?.message).toContain('MAX_RESPONSE_BYTES');
  });

  it('D14: the façade sends no more than MAX_UPSTREAM_REQUESTS: UPSTREAM_BUDGET_EXCEEDED beside the data that was read', async () => {
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

  it('C21: an unexpected error is a masked INTERNAL_SERVER_ERROR with the id of its log entry', async () => {
    const { simulator } = await startSystem();
    const broken = () => {
      throw new TypeError('secret detail of the inside');
    };
    const facade = createFacade({
      partnerApiUrl: simulator.url,
      settings: { LOG_LEVEL: 'silent' },
      fetch: broken,
    });
    const result = await sendQuery(facade, '{ organization { id } }');
    expect(codesOf(result)).toEqual(['organization INTERNAL_SERVER_ERROR']);
    expect(result.errors[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    expect(result.errors[0]?.message).toContain(result.headers.get('x-request-id') ?? 'no id');
    expect(result.text).not.toMatch(/secret|TypeError|\.ts/);
    await facade.close();
  });
});
