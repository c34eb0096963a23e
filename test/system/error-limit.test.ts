import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { ReadConfigurations, ReadOrganization } from './document.js';
import { startSystem } from './test-system.js';
import { codesOf, sendQuery } from './send.js';
import { Beside, operation, screenId } from './error-query.js';

describe('what stops an operation is told by code, beside what could be read', () => {
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
