import { describe, expect, it } from 'vitest';
import { everything } from '../system/test-system.js';
import { startPlainUpstream } from '../rig/plain-upstream.js';
import { eventually, startWatchedHouse } from './watched.js';

const aNumber: unknown = expect.any(Number);
const organization = 'query Greeting { organization { name } }';

describe('the line of an operation', () => {
  it('tells the id, the name, the outcome, the time and the REST requests, and nothing else', async () => {
    const { ask, told } = await startWatchedHouse();
    await ask(organization, { headers: { 'x-request-id': 'from-the-client' } });
    const [line, ...others] = told('operation');
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: 30,
      time: aNumber,
      msg: 'operation',
      requestId: 'from-the-client',
      name: 'Greeting',
      outcome: 'ok',
      milliseconds: aNumber,
      requests: 1,
    });
  });

  it.each([
    ['ok', 'query A { organization { name } }', undefined],
    ['ok', 'query A { organization { name } screen(id: "nobody") { id } }', { NOT_FOUND: 1 }],
    ['ok', 'query A { screen(id: "nobody") { id } }', { NOT_FOUND: 1 }],
    ['partial', 'query A { organization { name } screen(id: "..") { id } }', { BAD_USER_INPUT: 1 }],
    [
      'partial',
      'query A { organization { name } a: screen(id: "nobody") { id } b: screen(id: "..") { id } }',
      { NOT_FOUND: 1, BAD_USER_INPUT: 1 },
    ],
    [
      'failed',
      'query A { a: screen(id: "nobody") { id } b: screen(id: "..") { id } }',
      { NOT_FOUND: 1, BAD_USER_INPUT: 1 },
    ],
    ['refused', 'query A { organisation }', { GRAPHQL_VALIDATION_FAILED: 1 }],
    ['refused', 'query A {', { GRAPHQL_PARSE_FAILED: 1 }],
  ])('tells %s for %s', async (outcome, query, codes) => {
    const { ask, told } = await startWatchedHouse();
    await ask(query);
    expect(told('operation').map((line) => [line['outcome'], line['codes']])).toEqual([[outcome, codes]]);
  });

  it('tells refused for an operation without a credential, with no REST request', async () => {
    const { ask, told } = await startWatchedHouse();
    await ask(organization, { credential: undefined });
    expect(told('operation')).toMatchObject([
      { name: 'Greeting', outcome: 'refused', requests: 0, codes: { UNAUTHENTICATED: 1 } },
    ]);
  });

  it('tells abandoned when the client has left', async () => {
    const { ask, told, simulator } = await startWatchedHouse({ latencyMs: 60_000 });
    const leaving = new AbortController();
    const asked = ask(organization, { signal: leaving.signal });
    await eventually(() => simulator.requests.length).toBe(1);
    leaving.abort();
    await asked.catch(() => undefined);
    await eventually(() => told('operation').map((line) => line['outcome'])).toEqual(['abandoned']);
  });

  it('keeps the length of a name within bounds', async () => {
    const { ask, told } = await startWatchedHouse();
    await ask(`query ${'N'.repeat(5000)} { organization { name } }`);
    expect(told('operation')[0]?.['name']).toBe('N'.repeat(64));
  });

  it('tells an operation with deferred parts once, after the last of them', async () => {
    const { facade, told } = await startWatchedHouse();
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'multipart/mixed',
          authorization: `Bearer ${everything}`,
        },
        body: JSON.stringify({
          query: 'query Parts { organization { name } ... @defer { screen(id: "nobody") { id } } }',
        }),
      }),
    );
    await response.text();
    expect(told('operation')).toMatchObject([
      { name: 'Parts', outcome: 'ok', requests: 2, codes: { NOT_FOUND: 1 } },
    ]);
  });

  it('tells ok where ids are gone, and failed where the organization or a list is: the address is wrong', async () => {
    const { url } = await startPlainUpstream(404);
    const { ask, told } = await startWatchedHouse({}, {}, url);
    await ask('{ screen(id: "s1") { id } media: mediaItem(id: "m1") { id } }');
    await ask('{ organization { id } }');
    await ask('{ screens { totalCount } screen(id: "s1") { id } }');
    expect(told('operation').map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'failed']);
  });
});

describe('the id of a request', () => {
  it('is the one that the client sends: in the answer, upstream and in every line', async () => {
    const { ask, told } = await startWatchedHouse();
    const { headers } = await ask(organization, { headers: { 'x-request-id': 'abc-1' } });
    expect(headers.get('x-request-id')).toBe('abc-1');
    const lines = [...told('operation'), ...told('partner request'), ...told('request')];
    expect(lines.map(({ requestId }) => requestId)).toEqual(['abc-1', 'abc-1', 'abc-1']);
  });

  it('stands beside the id of the upstream when a request is refused', async () => {
    const { ask, told, simulator } = await startWatchedHouse();
    const { errors } = await ask('{ screen(id: "nobody") { id } }', { headers: { 'x-request-id': 'abc-2' } });
    const upstreamRequestId = (errors?.[0]?.extensions as { requestId?: string }).requestId;
    expect(upstreamRequestId).toMatch(/./);
    expect(told('partner request')).toMatchObject([
      {
        level: 20,
        requestId: 'abc-2',
        upstreamRequestId,
        operation: 'partnerV1_screen',
        path: '/api/partner/v1/screens/nobody',
        attempt: 1,
        status: 404,
        code: 'NOT_FOUND',
      },
    ]);
    expect(simulator.requests).toHaveLength(1);
  });

  it.each([
    ['none', undefined],
    ['one with a line break in it', 'a b'],
    ['one of 129 characters', 'x'.repeat(129)],
    ['the credential', everything],
  ])('is made by the façade for a client that sends %s', async (_what, id) => {
    const { ask } = await startWatchedHouse();
    const { headers } = await ask(organization, { headers: id === undefined ? {} : { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
});

describe('what is never logged', () => {
  const secret = 'demo-everything-credential';

  it('G9: variables, the text of the document, the credential and what was read, at the level trace', async () => {
    const { ask, logText } = await startWatchedHouse();
    const query =
      'query Shown($hidden: ID!) { organization { name } hiddenAlias: screen(id: $hidden) { id } }';
    const { data } = await ask(query, { variables: { hidden: 'x', extra: 'hidden-variable' } });
    expect(data).toMatchObject({ organization: { name: 'Nordlicht Bahn & Retail' } });
    expect(logText()).toContain('Shown');
    for (const hidden of [secret, 'Nordlicht', 'hiddenAlias', 'hidden-variable', 'ID!'])
      expect(logText()).not.toContain(hidden);
  });

  it('G9: the credential where the client writes it into an id, which becomes a path', async () => {
    const { ask, logText, told } = await startWatchedHouse();
    await ask(`{ screen(id: "${secret}") { id } }`);
    expect(told('partner request')).toHaveLength(1);
    expect(logText()).not.toContain(secret);
  });

  it('G9: the credential in an id where the path has it percent-encoded', async () => {
    const { ask, logText, told } = await startWatchedHouse();
    const credential = 'a/secret+with=signs';
    await ask(`{ screen(id: "${credential}") { id } }`, { credential });
    expect(told('partner request')).toHaveLength(1);
    expect(logText()).not.toContain('a%2Fsecret%2Bwith%3Dsigns');
  });

  it('G9: the credential where the client names its operation so', async () => {
    const { ask, logText, metrics } = await startWatchedHouse();
    await ask('query a_secret_name { organization { name } }', { credential: 'a_secret_name' });
    expect(logText()).not.toContain('a_secret_name');
    expect((await metrics()).join('\n')).not.toContain('a_secret_name');
  });
});

describe('what is wrong with the Partner API', () => {
  const record = { id: 'o', name: 'N', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };

  it('B18: a field that the contract does not know is told once, by its name', async () => {
    const { url } = await startPlainUpstream(200, { data: { ...record, mood: 'a hidden value' } });
    const { ask, told, logText } = await startWatchedHouse({}, {}, url);
    await ask(organization);
    await ask(organization);
    expect(told('the Partner API has grown beyond the contract')).toMatchObject([
      { level: 40, operation: 'partnerV1_organization', kind: 'unknown field', field: 'mood' },
    ]);
    expect(logText()).not.toContain('a hidden value');
  });

  it('B17: a record that breaks the contract is told once, with names of fields and no values', async () => {
    const { url } = await startPlainUpstream(200, { data: { ...record, name: ['a hidden value'] } });
    const { ask, told, logText } = await startWatchedHouse({}, {}, url);
    await ask(organization, { headers: { 'x-request-id': 'first' } });
    await ask(organization);
    const [line, ...others] = told('the contract is broken');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 40, requestId: 'first' });
    expect(line?.['breach']).toMatch(/^partnerV1_organization .*\bname\b/);
    expect(logText()).not.toContain('a hidden value');
  });

  it('A15: a 426 is told as a matter of configuration, once', async () => {
    const { ask, told } = await startWatchedHouse({ requireHttps: true });
    await ask(organization);
    await ask(organization);
    expect(told('the Partner API demands HTTPS: PARTNER_API_URL must begin with https:')).toMatchObject([
      { level: 40 },
    ]);
  });
});

describe('an unexpected error', () => {
  it('C21: is logged under the id that the client is told', async () => {
    const { ask, told, facade } = await startWatchedHouse();
    const field = facade.schema.getQueryType()?.getFields()['organization'];
    if (field === undefined) throw new Error('There is no organization.');
    const { resolve } = field;
    field.resolve = () => {
      throw new TypeError(`broken by ${everything}`);
    };
    const { errors, headers, status } = await ask(organization);
    if (resolve !== undefined) field.resolve = resolve;
    const id = headers.get('x-request-id') ?? 'none';
    expect(status).toBe(200);
    expect(errors).toMatchObject([
      {
        message: `Internal error. It is logged under the id ${id}.`,
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
    ]);
    const [line] = told('unexpected error');
    expect(line).toMatchObject({ level: 50, requestId: id });
    expect(line?.['error']).toMatch(/^TypeError: broken by \[credential\]\n +at /);
    const { errors: none } = await ask('query Again { organization { name } }');
    expect(none).toBeUndefined();
  });
});
