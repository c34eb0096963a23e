import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { edited, held, status } from '../rig/response.js';
import { dataAt, errorsOf, type Rig, type RigResponse, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';
import { both, expectOwn, startFaulty, twinQuery as query } from './outcome.js';

const maxAge = (seconds: number) => ({ headers: { 'cache-control': `max-age=${seconds}` } });
const any = maxAge(60);

const organization = '{ organization { name } }';
const screens = '{ screens(first: 2) { nodes { name } } }';
const configuration = '{ playbackConfiguration(screenId: "s1") { revision } }';

const costOf = ({ body }: RigResponse): unknown =>
  (body.extensions as { readonly upstream?: unknown } | undefined)?.upstream;

/** REST requests while `work` runs. */
async function requestsOf(
  { upstream }: Rig<Upstream>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = upstream.count();
  await work();
  return upstream.count() - before;
}

async function refuse({ ask, upstream }: Rig<Upstream>, code: number): Promise<void> {
  upstream.on({ operation: 'partnerV1_screenConfiguration', times: 1 }, status(code));
  expect(errorsOf(await ask(configuration))).toHaveLength(1);
}

describe('what is kept for max-age belongs to one credential', () => {
  it('G17: two organizations with the same ids get their own, with any Cache-Control of the upstream', async () => {
    for (const CACHE of ['off', 'memory']) {
      const { ask, upstream } = await startRig({ settings: { CACHE } });
      const headers = { 'cache-control': 'public, max-age=3600' };
      upstream.on({}, (exchange) =>
        status(200, { json: exchange.truth().body, headers })(exchange),
      );
      for (let round = 0; round < 3; round += 1)
        for (const name of ['alpha', 'beta'] as const)
          expectOwn(await ask(query, {}, both[name], any), name);
      expect(upstream.count()).toBe(4);
    }
  });

  it('G17: nor does another credential of one organization', async () => {
    const rig = await startRig();
    await rig.ask(screens);
    expect(await requestsOf(rig, () => rig.ask(screens, {}, credentials.alpha.screens, any))).toBe(
      1,
    );
  });

  it('G17: a body that echoes the credential is not kept', async () => {
    const rig = await startFaulty({}, edited('data.name', credentials.alpha.everything));
    await rig.ask(organization);
    expect(await requestsOf(rig, () => rig.ask(organization, {}, undefined, any))).toBe(1);
  });
});

describe('nothing is served that was read before a refusal', () => {
  it.each([401, 403])('G17: a %i drops all that the credential has been served', async (code) => {
    const rig = await startRig();
    const { ask } = rig;
    await ask(query);
    await ask(query, {}, both.beta);
    expect(await requestsOf(rig, () => ask(query, {}, undefined, any))).toBe(0);
    await refuse(rig, code);
    expect(await requestsOf(rig, () => ask(query, {}, undefined, any))).toBe(2);
    expect(await requestsOf(rig, () => ask(query, {}, undefined, any))).toBe(0);
    expect(await requestsOf(rig, () => ask(query, {}, both.beta, any))).toBe(0);
  });

  it('G17: neither a response to a request that was in flight at the time', async () => {
    const rig = await startRig();
    const { ask, upstream } = rig;
    const hold = held();
    upstream.on({ operation: 'partnerV1_screens', times: 1 }, hold.respond);
    const early = ask(screens);
    await until('the request', () => upstream.count() === 1);
    await refuse(rig, 403);
    hold.release();
    expectOwn(await early, 'alpha');
    expect(await requestsOf(rig, () => ask(screens, {}, undefined, any))).toBe(1);
  });

  it('G17: during the cool-down after a 429 what is kept is served, and the rest is refused', async () => {
    const rig = await startRig();
    const { ask, upstream } = rig;
    await ask(organization);
    upstream.on({}, status(429, { headers: { 'retry-after': '30' } }));
    await ask(screens);
    let mixed: RigResponse | undefined;
    const sent = await requestsOf(rig, async () => (mixed = await ask(query, {}, undefined, any)));
    expect([sent, mixed?.status, mixed?.headers.get('age')]).toEqual([0, 200, '0']);
    expect(mixed && dataAt(mixed, 'organization.name')).not.toBeNull();
    expect(mixed && errorsOf(mixed)).toMatchObject([{ path: 'screens', code: 'RATE_LIMITED' }]);
    expect((await ask(organization)).status).toBe(429);
  });
});

describe('coalescing', () => {
  it.each([
    { isKept: false },
    { isKept: false, options: maxAge(0) },
    { isKept: true, options: maxAge(30) },
    { isKept: true, options: maxAge(90) },
  ])('one with a kept part is not joined: %j', async ({ isKept, options }) => {
    const { ask, upstream } = await startRig();
    await ask(organization);
    const hold = held();
    upstream.on({ operation: 'partnerV1_screens' }, hold.respond);
    const waiting = ask(query, {}, undefined, maxAge(30));
    await until('the request', () => upstream.count('partnerV1_screens') === 1);
    const joining = ask(query, {}, undefined, options);
    if (!isKept)
      await until('its own request', () => upstream.count('partnerV1_organization') === 2);
    hold.release();
    const [first, second] = await Promise.all([waiting, joining]);
    for (const each of [first, second]) expectOwn(each, 'alpha');
    expect(first.headers.get('age')).toBe('0');
    expect(second.headers.get('age')).toBe(isKept ? '0' : null);
    expect(costOf(second)).toMatchObject(
      isKept ? { requests: 0, cached: 1, shared: 1 } : { requests: 1, cached: 0, shared: 1 },
    );
    expect(upstream.count('partnerV1_organization')).toBe(isKept ? 1 : 2);
  });
});

const codes = [401, 403];

describe('G19: what a credential has read before a refusal', () => {
  it.each(codes)(
    'is not shown to a new subscriber after a %i, while the poll continues',
    async (code) => {
      const rig = await startRig();
      const url = await rig.listen();
      const open = () =>
        subscribe(url, `subscription { live(everySeconds: 3600) ${organization} }`, {
          credential: credentials.alpha.everything,
        });
      const first = await open();
      expect(at(await first.next(), 'data.live.organization.name')).toContain('alpha');
      await refuse(rig, code);
      rig.upstream.on({ operation: 'partnerV1_organization' }, edited('data.name', 'as it is now'));
      const second = await open();
      expect(at(await second.next(), 'data.live.organization.name')).toBe('as it is now');
      for (const each of [first, second]) each.leave();
    },
  );

  it('is served again where a 403 repeats: its scope was missing all along', async () => {
    const rig = await startRig();
    await refuse(rig, 403);
    expect(await requestsOf(rig, () => rig.ask(organization))).toBe(1);
    await refuse(rig, 403);
    expect(await requestsOf(rig, () => rig.ask(organization, {}, undefined, any))).toBe(0);
  });

  it.each(codes)('gives no plan the length of a list after a %i', async (code) => {
    const rig = await startRig();
    const plan = async (): Promise<unknown> => {
      const query = '{ screens(filter: { nameContains: "a" }) { totalCount } }';
      const { body } = await rig.ask(query, {}, undefined, {
        headers: { 'x-upstream-explain': 'plan' },
      });
      return at(body, 'extensions.upstream.estimated');
    };
    const unknown = await plan();
    await rig.ask('{ screens(first: 1) { nodes { id } } }');
    expect(await plan()).not.toBe(unknown);
    await refuse(rig, code);
    expect(await plan()).toBe(unknown);
  });
});
