import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allGrants, credentials } from '../rig/credential.js';
import { type EventStream, subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { stampOf } from '../rig/organization.js';
import { reset, type Responder, status, truthful } from '../rig/response.js';
import { type ResultBody, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { tooMany } from '../fault/quota.js';

const { alpha, beta } = credentials;
const holders = [alpha.everything, alpha.screens, alpha.media, beta.everything, beta.media];
const grants = allGrants();

/** Each selects both lists, so that credentials of one organization differ by their scopes. */
const selections = [
  '{ organization { name } screens(first: 2) { nodes { name } } media(first: 2) { nodes { name } } }',
  '{ media(first: 3) { nodes { name } } screens(first: 3) { nodes { name } } }',
];

const responders: readonly Responder[] = [
  truthful,
  truthful,
  status(500),
  status(403),
  tooMany('0'),
  reset,
  status(200, { json: {} }),
];

type Step =
  | { readonly kind: 'join'; readonly holder: string; readonly selection: string }
  | { readonly kind: 'leave'; readonly index: number }
  | { readonly kind: 'fault'; readonly holder: string; readonly responder: Responder }
  | { readonly kind: 'change' }
  | { readonly kind: 'poll' };

const holder = fc.constantFrom(...holders);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      holder,
      selection: fc.constantFrom(...selections),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), index: fc.nat(50) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      holder,
      responder: fc.constantFrom(...responders),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('poll' as const) }) },
);

interface Watching {
  readonly holder: string;
  readonly stream: EventStream;
  readonly events: ResultBody[];
  readonly ended: Promise<void>;
}

function watch(own: string, stream: EventStream): Watching {
  const events: ResultBody[] = [];
  const read = async (): Promise<void> => {
    for (let event = await stream.next(); event !== undefined; event = await stream.next())
      events.push(event);
  };
  // Leaving aborts the read.
  return { holder: own, stream, events, ended: read().catch(() => undefined) };
}

/** What an event must not have: another organization's records, or records beyond the scopes. */
function foreignIn({ holder: own, events }: Watching): string[] {
  const grant = grants.get(own);
  if (grant === undefined) return ['an unknown credential'];
  const other = stampOf(grant.organization === 'alpha' ? 'beta' : 'alpha');
  return events.flatMap((event) => [
    ...(JSON.stringify(event).includes(other) ? [`${own} got ${other}`] : []),
    ...(['screens', 'media'] as const)
      .filter((list) => !grant.scopes.some((scope) => scope === `${list}:read`))
      .filter((list) => at(event.data, `live.${list}`) != null)
      .map((list) => `${own} got ${list}`),
  ]);
}

/** A façade with its subscribers. */
async function setUp() {
  const rig = await startRig({ settings: { LIVE_MIN_SECONDS: '1' } });
  const url = await rig.listen();
  const all: Watching[] = [];
  const open = (credential: string, selection = selections[0], everySeconds = 1): Promise<EventStream> =>
    subscribe(url, `subscription { live(everySeconds: ${everySeconds}) ${selection} }`, { credential });
  const join = async (credential: string, selection?: string): Promise<void> =>
    void all.push(watch(credential, await open(credential, selection)));
  return { ...rig, all, open, join };
}

async function take(each: Step, { upstream, all, join }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  if (each.kind === 'join') await join(each.holder, each.selection);
  else if (each.kind === 'leave') all[each.index % Math.max(1, all.length)]?.stream.leave();
  else if (each.kind === 'fault') upstream.on({ credential: each.holder }, each.responder);
  else if (each.kind === 'change') {
    for (const { screens, media } of Object.values(upstream.organizations))
      for (const list of [screens, media]) list.unshift(...list.splice(-1));
  } else {
    const before = upstream.count();
    // Somebody has to be polled.
    await join(alpha.everything);
    await until('the next poll', () => upstream.count() > before);
  }
}

it('random joins, leaves, changes and faults: each credential gets its own records, within its scopes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), async (steps) => {
      const scene = await setUp();
      const { upstream, all, open } = scene;
      for (const each of steps) await take(each, scene);
      upstream.on({}, truthful);
      for (const credential of holders) {
        const stream = await open(credential, selections[0], 2);
        expect((await stream.next())?.data).toBeDefined();
        stream.leave();
      }
      for (const { stream } of all) stream.leave();
      await Promise.all(all.map(({ ended }) => ended));
      expect(all.flatMap(foreignIn)).toEqual([]);
      // Events with data are what the rule is about.
      expect(all.flatMap(({ events }) => events).some(({ data }) => data != null)).toBe(true);
    }),
    // Shrinking would start a façade for each attempt.
    { numRuns: 2, endOnFailure: true },
  );
});
