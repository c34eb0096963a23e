import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createFleetObserver } from '../../../src/extra/telemetry/meter.js';
import { operationRequest } from '../../rig/operation-request.js';
import { everything } from '../../system/test-system.js';
import { eventually, startSame, startWatchedSystem, type WatchedSystem } from './watched.js';

const aNumber: unknown = expect.any(Number);
const organization = 'query Greeting { organization { name } }';

describe('the line of an operation', () => {
  it('contains exactly the id, the name, the outcome, the time and the number of REST requests', async () => {
    const { ask, logged } = await startWatchedSystem();
    await ask(organization, { headers: { 'x-request-id': 'from-the-client' } });
    const [line, ...others] = logged('operation');
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: 30,
      time: aNumber,
      msg: 'operation',
      requestId: 'from-the-client',
      name: 'Greeting',
      credential: expect.stringMatching(/^[\da-f]{12}$/) as unknown,
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
  ])('has the outcome %s for %s', async (outcome, query, codes) => {
    const { ask, logged } = await startWatchedSystem();
    await ask(query);
    expect(logged('operation').map((line) => [line['outcome'], line['codes']])).toEqual([
      [outcome, codes],
    ]);
  });

  it('has the outcome refused for an operation without a credential, with no REST request', async () => {
    const { ask, logged } = await startWatchedSystem();
    await ask(organization, { credential: undefined });
    expect(logged('operation')).toMatchObject([
      { name: 'Greeting', outcome: 'refused', requests: 0, codes: { UNAUTHENTICATED: 1 } },
    ]);
  });

  it('has the outcome abandoned when the client has left', async () => {
    const { ask, logged, simulator } = await startWatchedSystem({ latencyMs: 60_000 });
    const leaving = new AbortController();
    const abandoned = ask(organization, { signal: leaving.signal });
    await eventually(() => simulator.requests.length).toBe(1);
    leaving.abort();
    await abandoned.catch(() => undefined);
    await eventually(() => logged('operation').map((line) => line['outcome'])).toEqual([
      'abandoned',
    ]);
  });

  it('has at most 64 characters of a name', async () => {
    const { ask, logged } = await startWatchedSystem();
    await ask(`query ${'N'.repeat(5000)} { organization { name } }`);
    expect(logged('operation')[0]?.['name']).toBe('N'.repeat(64));
  });

  it('is written once for an operation with deferred parts, after the last of them', async () => {
    const { facade, logged } = await startWatchedSystem();
    const query =
      'query Parts { organization { name } ... @defer { screen(id: "nobody") { id } } }';
    const headers = { accept: 'multipart/mixed' };
    const response = await facade.fetch(
      operationRequest(query, { credential: everything, headers }),
    );
    await response.text();
    expect(logged('operation')).toMatchObject([
      { name: 'Parts', outcome: 'ok', requests: 2, codes: { NOT_FOUND: 1 } },
    ]);
  });

  it('has the outcome ok for missing ids, and failed for a missing organization or list: the address is wrong', async () => {
    const { url } = await startSame(404);
    const { ask, logged } = await startWatchedSystem({}, {}, url);
    await ask('{ screen(id: "s1") { id } media: mediaItem(id: "m1") { id } }');
    await ask('{ organization { id } }');
    await ask('{ screens { totalCount } screen(id: "s1") { id } }');
    expect(logged('operation').map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'failed']);
  });
});

describe('the credential in the line of an operation', () => {
  const settings = { ORGANIZATION_METRICS: 'true', LIVE_MIN_SECONDS: '1' };
  const media = 'demo-media-credential';

  /** Labels of all lines so far, in their order. */
  const labelsOf = ({ logged }: WatchedSystem): readonly unknown[] =>
    logged('operation').map(({ credential }) => credential);

  it('is a label: the same for each operation of a credential, and another for another', async () => {
    const system = await startWatchedSystem();
    await system.ask(organization);
    await system.ask(organization, { credential: media });
    await system.ask('{ screens { totalCount } }');
    await system.ask('{ a: screens { totalCount } }', { credential: media });
    const [one, other, ...later] = labelsOf(system);
    expect(later).toEqual([one, other]);
    expect(other).not.toBe(one);
  });

  it('tells refused credentials apart, beside UNAUTHENTICATED', async () => {
    const system = await startWatchedSystem();
    for (const credential of ['expired-one', 'expired-two', 'expired-one'])
      await system.ask(organization, { credential });
    const [one, two, again] = labelsOf(system);
    expect(again).toBe(one);
    expect(two).not.toBe(one);
    expect(system.logged('operation').map(({ codes }) => codes)).toEqual(
      Array.from({ length: 3 }, () => ({ UNAUTHENTICATED: 1 })),
    );
  });

  it('is that of a subscription, of its polls and of a scrape too', async () => {
    const system = await startWatchedSystem({}, settings);
    await system.ask(organization);
    await readFirstEvent(system, 'subscription { live(everySeconds: 1) { organization { id } } }');
    const headers = { authorization: `Bearer ${everything}` };
    const scrape = new Request('http://facade.test/metrics/organization', { headers });
    await (await system.facade.fetch(scrape)).text();
    const labels = labelsOf(system);
    expect(labels.length).toBeGreaterThanOrEqual(4);
    expect(new Set(labels).size).toBe(1);
  });

  it('is absent where no usable one came, and where none is used', async () => {
    const system = await startWatchedSystem();
    await system.ask(organization, { credential: undefined });
    await system.ask(organization, { credential: 'two words' });
    await system.ask('{ __typename }');
    await system.ask('{');
    expect(system.logged('operation').map((line) => 'credential' in line)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });

  it('is in no response, no metric and no REST request', async () => {
    const system = await startWatchedSystem({}, settings);
    const headers = { 'x-upstream-explain': 'trace' };
    const response = await system.ask(organization, { headers });
    const refused = await system.ask(organization, { credential: 'expired', headers });
    const labels = labelsOf(system);
    expect(labels).toHaveLength(2);
    const sent = [response, refused].map((each) => ({ ...each, headers: [...each.headers] }));
    const texts = [sent, system.simulator.requests, await system.metrics()];
    for (const label of labels)
      for (const text of texts) expect(JSON.stringify(text)).not.toContain(label);
  });
});

describe('the id of a request', () => {
  it('is the one that the client sends: in the response, upstream and in every line', async () => {
    const { ask, logged } = await startWatchedSystem();
    const { headers } = await ask(organization, { headers: { 'x-request-id': 'abc-1:a.b_C' } });
    expect(headers.get('x-request-id')).toBe('abc-1:a.b_C');
    const lines = [...logged('operation'), ...logged('partner request'), ...logged('request')];
    expect(lines.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 3 }, () => 'abc-1:a.b_C'),
    );
  });

  it('is logged beside the id of the upstream when a request is refused', async () => {
    const { ask, logged, simulator } = await startWatchedSystem();
    const { errors } = await ask('{ screen(id: "nobody") { id } }', {
      headers: { 'x-request-id': 'abc-2' },
    });
    const upstreamRequestId = (errors?.[0]?.extensions as { requestId?: string }).requestId;
    expect(upstreamRequestId).toMatch(/./);
    expect(logged('partner request')).toMatchObject([
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
});

describe('the log never contains', () => {
  const secret = 'demo-everything-credential';

  it('G9: variables, the text of the document, the credential and the records, at the level trace', async () => {
    const { ask, logText } = await startWatchedSystem();
    const query =
      'query Shown($hidden: ID!) { organization { name } hiddenAlias: screen(id: $hidden) { id } }';
    const { data } = await ask(query, { variables: { hidden: 'x', extra: 'hidden-variable' } });
    expect(data).toMatchObject({ organization: { name: 'Nordlicht Bahn & Retail' } });
    expect(logText()).toContain('Shown');
    for (const hidden of [secret, 'Nordlicht', 'hiddenAlias', 'hidden-variable', 'ID!'])
      expect(logText()).not.toContain(hidden);
  });

  it.each([
    ['which becomes part of a path', secret, secret],
    ['percent-encoded in a path', 'a/secret+with=signs', 'a%2Fsecret%2Bwith%3Dsigns'],
  ])('G9: the credential in an id, %s', async (_where, credential, hidden) => {
    const { ask, logText, logged } = await startWatchedSystem();
    await ask(`{ screen(id: "${credential}") { id } }`, { credential });
    expect(logged('partner request')).toHaveLength(1);
    expect(logText()).not.toContain(hidden);
  });

  it('G9: the credential as the name of an operation', async () => {
    const { ask, logText, metrics } = await startWatchedSystem();
    await ask('query a_secret_name { organization { name } }', { credential: 'a_secret_name' });
    expect(logText()).not.toContain('a_secret_name');
    expect((await metrics()).join('\n')).not.toContain('a_secret_name');
  });
});

describe('a fault of the Partner API', () => {
  const record = {
    id: 'o',
    name: 'N',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };

  it('B17: a record that breaks the contract is logged once, with names of fields and no values', async () => {
    const { url } = await startSame(200, { data: { ...record, name: ['a hidden value'] } });
    const { ask, logged, logText } = await startWatchedSystem({}, {}, url);
    await ask(organization, { headers: { 'x-request-id': 'first' } });
    await ask(organization);
    const [line, ...others] = logged('the contract is broken');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 40, requestId: 'first' });
    expect(line?.['breach']).toMatch(/^partnerV1_organization .*\bname\b/);
    expect(logText()).not.toContain('a hidden value');
  });

  it('A15: a 426 is logged once, as a matter of configuration', async () => {
    const { ask, logged } = await startWatchedSystem({ requireHttps: true });
    await ask(organization);
    await ask(organization);
    expect(
      logged('the Partner API demands HTTPS: PARTNER_API_URL must begin with https:'),
    ).toMatchObject([{ level: 40 }]);
  });
});

it('a forgotten TRUST_PROXY is logged once, with the remedy, and each request that it refuses is counted', async () => {
  const { get, logged, metrics } = await startWatchedSystem({}, { NODE_ENV: 'production' });
  for (const path of ['/graphql', '/graphql?query={organization{name}}', '/schema.graphql'])
    expect((await get(path)).status).toBe(426);
  const remedy =
    'requests without HTTPS are refused with 426: behind a proxy that ends TLS set TRUST_PROXY=true, and let the proxy set X-Forwarded-Proto: https';
  expect(logged(remedy)).toMatchObject([{ level: 40 }]);
  expect(await metrics()).toContain('partner_graphql_refusals_total{code="HTTPS_REQUIRED"} 3');
});

it.each(['Redis', 'the parent process of the workers'])(
  'what does not reply is logged by its name: %s',
  (name) => {
    const told: string[] = [];
    const tell = (_fields: object, message: string): void => void told.push(message);
    const logger = { isLevelEnabled: () => true, debug: tell, info: tell, warn: tell, error: tell };
    const observer = createFleetObserver(new Registry(), logger, name);
    observer.changed(true);
    observer.changed(false);
    expect(told).toEqual([
      `${name} is in use: this process shares what it knows`,
      `${name} does not reply in time: this process works alone`,
    ]);
  },
);

it('C21: an unexpected error is logged under the id that the client receives', async () => {
  const { ask, logged, facade } = await startWatchedSystem();
  const field = facade.schema.getQueryType()?.getFields()['organization'];
  if (field === undefined) throw new Error('No field organization.');
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
  const [line] = logged('unexpected error');
  expect(line).toMatchObject({ level: 50, requestId: id });
  expect(line?.['error']).toMatch(/^TypeError: broken by \[credential\]\n +at /);
  const { errors: later } = await ask('query Again { organization { name } }');
  expect(later).toBeUndefined();
});

it.each([
  [
    'CACHE',
    'memory',
    ['CACHE=memory is deprecated and the same as off: responses are kept for max-age anyway'],
  ],
  [
    'UNCHANGED_MAX_BYTES',
    '0',
    ['UNCHANGED_MAX_BYTES is deprecated: CACHE_MAX_BYTES bounds all responses that are kept'],
  ],
  ['CACHE', 'off', []],
])(
  'a deprecated setting is logged at the start with what it means now: %s=%s',
  async (name, value, expected) => {
    const { lines } = await startWatchedSystem({}, { [name]: value });
    expect(lines.filter(({ level }) => level === 40).map(({ msg }) => msg)).toEqual(expected);
  },
);

/** Opens a subscription, and leaves after its first event. */
async function readFirstEvent({ facade }: WatchedSystem, query: string): Promise<void> {
  const headers = { accept: 'text/event-stream' };
  const request = operationRequest(query, { credential: everything, headers });
  const { body } = await facade.fetch(request);
  const reader = (body ?? expect.fail('It is a stream.')).getReader();
  let text = '';
  while (!text.includes('event: next')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`It has ended: ${text}`);
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
}
