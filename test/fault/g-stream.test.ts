import { describe, expect, it } from 'vitest';
import { allGrants, credentials } from '../rig/credential.js';
import { type EventStream, subscribe } from '../rig/event-stream.js';
import { status, truthful } from '../rig/response.js';
import { type ResultBody, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';

const known = credentials.alpha.everything;
const newcomer = credentials.beta.everything;

const everyHour = 'subscription { live(everySeconds: 3600) { organization { name } } }';
const everySecond = 'subscription { live(everySeconds: 1) { organization { name } } }';

const places = 4;

/** A façade with few streams, and strangers with credentials that the upstream does not know. */
async function setUp() {
  const rig = await startRig({
    settings: { LIVE_MIN_SECONDS: '1', LIVE_MAX_STREAMS: String(places), LOG_LEVEL: 'silent' },
  });
  const url = await rig.listen();
  const open = (credential: string, query: string): Promise<EventStream> =>
    subscribe(url, query, { credential });
  // The rig searches its output for the credentials that it knows.
  const strangers = [...allGrants().keys()].filter((each) => each !== known && each !== newcomer);
  for (const each of strangers) rig.upstream.grants.delete(each);
  const openInvented = async (query = everyHour): Promise<EventStream[]> => {
    const streams: EventStream[] = [];
    // One after the other: the oldest gives way first.
    for (const each of strangers.splice(0, places)) streams.push(await open(each, query));
    return streams;
  };
  return { ...rig, open, openInvented };
}

const codesOf = (event: ResultBody | undefined): unknown[] =>
  (event?.errors ?? []).map(({ extensions }) => extensions['code']);

async function untilEnd(stream: EventStream | undefined): Promise<void> {
  while ((await stream?.next()) !== undefined);
}

const down = ['UPSTREAM_UNAVAILABLE'];

describe('G18: invented credentials that hold every stream', () => {
  it('in an outage keep no accepted credential out, and end none of its streams', async () => {
    const { ask, upstream, open, openInvented } = await setUp();
    // Not what the stream reads: a first poll may use a response that has just come.
    expectIntact(await ask('{ playlists(first: 1) { nodes { id } } }'));
    upstream.on({}, status(503));
    const first = await openInvented();
    for (const each of first) expect(codesOf(await each.next())).toEqual(down);
    const own = await open(known, everySecond);
    expect(own.status).toBe(200);
    expect(codesOf(await own.next())).toEqual(down);
    expect(await first[0]?.next()).toBeUndefined();
    const second = await openInvented();
    for (const each of first) expect(await each.next()).toBeUndefined();
    upstream.on({}, truthful);
    expect(await own.next()).toMatchObject({ data: { live: { organization: {} } } });
    for (const each of [own, ...second]) each.leave();
  });

  it('and stay after the outage, as their next poll is far, keep no new credential out', async () => {
    const { upstream, open, openInvented } = await setUp();
    upstream.on({}, status(503));
    const invented = await openInvented();
    for (const each of invented) expect(codesOf(await each.next())).toEqual(down);
    upstream.on({}, truthful);
    const own = await open(newcomer, everySecond);
    expect(await own.next()).toMatchObject({ data: { live: { organization: {} } } });
    await untilEnd(invented[0]);
    for (const each of await openInvented()) {
      expect(codesOf(await each.next())).toEqual(['UNAUTHENTICATED']);
      expect(await each.next()).toBeUndefined();
    }
    upstream.on({ credential: newcomer }, status(403));
    expect(codesOf(await own.next())).toEqual(['FORBIDDEN']);
    own.leave();
  });

  it('without an outage, by a selection that reads no data, keep no new credential out', async () => {
    const { requests, open, openInvented } = await setUp();
    const invented = await openInvented('subscription { live { __typename } }');
    for (const each of invented)
      expect((await each.next())?.data).toEqual({ live: { __typename: 'Query' } });
    expect(requests).toEqual([]);
    const own = await open(newcomer, everySecond);
    expect(await own.next()).toMatchObject({ data: { live: { organization: {} } } });
    for (const each of [own, ...invented]) each.leave();
  });
});
