import { describe, expect, it } from 'vitest';
import { createRequestId } from '../../src/operation/operation-request.js';
import { held, later, silence, status } from '../rig/response.js';
import { places } from '../economy/ask.js';
import { credentials } from '../rig/credential.js';
import { at } from '../rig/json.js';
import { sumOf } from '../rig/metric.js';
import { operationRequest } from '../rig/operation-request.js';
import { type ResultBody, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';

const organization = '{ organization { name } }';

const credential = credentials.alpha.everything;

/** Sends operations with ids of their own. */
const paths = [
  ['the fast path', (rig: Rig<Upstream>) => rig.listen()],
  ['the fetch handler', () => Promise.resolve(undefined)],
] as const;

async function open(urlOf: (typeof paths)[number][1]) {
  const rig = await startRig();
  const url = await urlOf(rig);
  const ask = async (query: string, id: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = { 'x-request-id': id, ...more };
    const request = operationRequest(query, {
      credential,
      headers,
      ...(url !== undefined && { url }),
    });
    const response = await (url === undefined ? rig.fetch(request) : fetch(request));
    // The shape of a GraphQL response.
    return (await response.json()) as ResultBody;
  };
  return { rig, ask };
}

describe('a new request id', () => {
  it('is a random UUID (RFC 9562, 5.4) in text, and no two are the same', () => {
    const ids = Array.from({ length: 10_000 }, createRequestId);
    const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    for (let place = 0; place < 36; place += 1) {
      const digits = new Set(ids.map((id) => id.charAt(place)));
      const isFixed = [8, 13, 14, 18, 23].includes(place);
      expect([place, digits.size]).toEqual([place, isFixed ? 1 : place === 19 ? 4 : 16]);
    }
  });
});

const idOf = ({ extensions }: ResultBody): unknown => at(extensions, 'upstream.requestId');

describe.each(paths)('extensions.upstream.requestId, through %s', (_path, urlOf) => {
  it('is the id of the client’s request, with data, errors, a plan or a trace', async () => {
    const { ask } = await open(urlOf);
    expect(idOf(await ask(organization, 'one'))).toBe('one');
    expect(idOf(await ask('{ screen(id: "nobody") { id } }', 'two'))).toBe('two');
    expect(idOf(await ask(organization, 'three', { 'x-upstream-explain': 'plan' }))).toBe('three');
    expect(idOf(await ask(organization, 'four', { 'x-upstream-explain': 'trace' }))).toBe('four');
  });

  it('differs for clients that share one run', async () => {
    const { rig, ask } = await open(urlOf);
    await ask(organization, 'first');
    const { respond, release } = held();
    rig.upstream.on({}, respond);
    const ids = ['a', 'b', 'c', 'd'];
    const sent = ids.map((id) => ask(organization, id));
    await until(
      'all operations run',
      async () => (await sumOf(rig.facade, 'operations_in_flight')) === 4,
    );
    release();
    const results = await Promise.all(sent);
    expect(results.map(idOf)).toEqual(ids);
    expect(rig.upstream.count()).toBe(2);
    const shared = results.map(({ extensions }) => Number(at(extensions, 'upstream.shared')));
    expect(shared.sort()).toEqual([0, 1, 1, 1]);
  });

  it('is not the id of an error, which is the Partner API’s', async () => {
    const { rig, ask } = await open(urlOf);
    rig.upstream.on({}, status(403));
    const { errors = [], ...result } = await ask(organization, 'mine');
    expect(errors.map(({ extensions }) => extensions['requestId'])).toEqual(['up-1']);
    expect(idOf(result)).toBe('mine');
  });
});

it('extensions.upstream.requestId of incremental delivery is in the last part', async () => {
  const rig = await startRig();
  const query = '{ organization { name } ... @defer { screens { totalCount } } }';
  const headers = { accept: 'multipart/mixed', 'x-request-id': 'in-parts' };
  const response = await rig.fetch(operationRequest(query, { credential, headers }));
  expect(await response.text()).toContain('"requestId":"in-parts"');
});

type Line = Readonly<Record<string, unknown>>;

const operationLines = ({ log }: Rig<Upstream>): readonly Line[] =>
  log.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'operation');

describe('upstreamRequestIds in the log line of an operation', () => {
  const fields = places(30, 1).map((number) => `a${number}: screen(id: "s${number}") { id }`);
  const many = `{ ${fields.join(' ')} }`;

  it('are the Partner API’s ids of failed requests, at level info', async () => {
    const rig = await startRig();
    rig.upstream.on({ operation: 'partnerV1_screen' }, status(500));
    await rig.ask('{ organization { name } screen(id: "s1") { id } }');
    const [line] = operationLines(rig);
    expect(line?.['level']).toBe(30);
    const failed = rig.requests.find(({ target }) => target.includes('/screens/'));
    expect(line?.['upstreamRequestIds']).toEqual([`up-${failed?.number ?? ''}`]);
  });

  it('are at most ten different ids', async () => {
    const rig = await startRig({ sizes: { screens: 30 } });
    rig.upstream.on({}, status(500));
    await rig.ask(many);
    // A scope that is missing is remembered.
    rig.upstream.on({}, status(403));
    await rig.ask(many);
    const [failed, refused] = operationLines(rig).map((line) => line['upstreamRequestIds']);
    expect(new Set(refused as string[]).size).toBe((refused as string[]).length);
    expect(failed).toHaveLength(10);
    expect(new Set(failed as string[]).size).toBe(10);
  });

  it('are absent if no request failed, or if a failure has no id', async () => {
    const rig = await startRig({ settings: { UPSTREAM_TIMEOUT_MS: '100' } });
    await rig.ask(organization);
    rig.upstream.on({}, later(0, silence));
    await rig.ask(organization);
    expect(operationLines(rig).map((line) => 'upstreamRequestIds' in line)).toEqual([false, false]);
  });

  it('are as in the response: bounded, and without a credential', async () => {
    const rig = await startRig();
    const requestId = `${credentials.alpha.everything} ${'x'.repeat(5000)}\n{"level":50}`;
    rig.upstream.on({}, status(403, { json: { error: { code: 'c', message: 'm', requestId } } }));
    const { body } = await rig.ask(organization);
    const [line] = operationLines(rig);
    expect(line?.['upstreamRequestIds']).toEqual([body.errors?.[0]?.extensions['requestId']]);
    expect(JSON.stringify(line).length).toBeLessThan(1000);
  });
});
