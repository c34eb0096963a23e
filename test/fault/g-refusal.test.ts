import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { edited, status } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';

const organization = '{ organization { name } }';
const configuration = '{ playbackConfiguration(screenId: "s1") { revision } }';
const codes = [401, 403];

async function setUp() {
  const rig = await startRig();
  const { ask, upstream } = rig;
  return {
    ...rig,
    /** The Partner API refuses the credential once. */
    refuse: async (code: number): Promise<void> => {
      upstream.on({ operation: 'partnerV1_screenConfiguration', times: 1 }, status(code));
      expect(errorsOf(await ask(configuration))).toHaveLength(1);
    },
    /** REST requests of the organization that an operation sends. */
    requestsOf: async (cacheControl?: string): Promise<number> => {
      const before = upstream.count('partnerV1_organization');
      const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl };
      await ask(organization, {}, undefined, { headers });
      return upstream.count('partnerV1_organization') - before;
    },
  };
}

describe('G19: what a credential has read before a refusal', () => {
  it.each(codes)('is not shown to a new subscriber after a %i, though the poll goes on', async (code) => {
    const { refuse, listen, upstream } = await setUp();
    const url = await listen();
    const open = () =>
      subscribe(url, `subscription { live(everySeconds: 3600) ${organization} }`, {
        credential: credentials.alpha.everything,
      });
    const first = await open();
    expect(at(await first.next(), 'data.live.organization.name')).toContain('alpha');
    await refuse(code);
    upstream.on({ operation: 'partnerV1_organization' }, edited('data.name', 'as it is now'));
    const second = await open();
    expect(at(await second.next(), 'data.live.organization.name')).toBe('as it is now');
    for (const each of [first, second]) each.leave();
  });

  it('is served again where a 403 repeats: its scope was missing all along', async () => {
    const { refuse, requestsOf } = await setUp();
    await refuse(403);
    expect(await requestsOf()).toBe(1);
    await refuse(403);
    expect(await requestsOf('max-age=60')).toBe(0);
  });

  it.each(codes)('tells no plan the length of a list after a %i', async (code) => {
    const { ask, refuse } = await setUp();
    const plan = async (): Promise<unknown> => {
      const query = '{ screens(filter: { nameContains: "a" }) { totalCount } }';
      const { body } = await ask(query, {}, undefined, { headers: { 'x-upstream-explain': 'plan' } });
      return at(body, 'extensions.upstream.estimated');
    };
    const unknown = await plan();
    await ask('{ screens(first: 1) { nodes { id } } }');
    expect(await plan()).not.toBe(unknown);
    await refuse(code);
    expect(await plan()).toBe(unknown);
  });
});
