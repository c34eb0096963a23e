import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiveHub } from '../../../src/operation/live/live-hub.js';
import type { LiveStream } from '../../../src/operation/live/live-stream.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { at } from '../../rig/json.js';
import { createFakeTime, type FakeTime, settle } from './fake-time.js';
import {
  createLiveWorld,
  type Fault,
  type LiveWorld,
  stampOf,
  type Subject,
  unproven,
} from './live-world.js';
import { settings, unobserved } from './watcher.js';

type Step =
  | { readonly kind: 'join'; readonly subject: Subject }
  | { readonly kind: 'leave' | 'read'; readonly index: number }
  | { readonly kind: 'change'; readonly subject: Subject }
  | { readonly kind: 'fault'; readonly credential: string; readonly fault: Fault }
  | { readonly kind: 'wait'; readonly milliseconds: number };

const credential = fc.constantFrom('one', 'two', 'three');
const subject: fc.Arbitrary<Subject> = fc.record({
  credential,
  operation: fc.constantFrom('A', 'B'),
  everySeconds: fc.constantFrom(1, 2, 5),
});
const faults: readonly Fault[] = ['none', 'none', 'slow', 'partial', 'outage', 'quota', 'revoked', 'thrown'];

/** Few, so that streams have to give way. */
const places = 4;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('join' as const), subject }),
  fc.record({ kind: fc.constantFrom('leave' as const, 'read' as const), index: fc.nat(20) }),
  fc.record({ kind: fc.constant('change' as const), subject }),
  fc.record({ kind: fc.constant('fault' as const), credential, fault: fc.constantFrom(...faults) }),
  fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(4000) }),
);

/** A subscriber who reads only when told, and what it saw last. */
interface Reader {
  readonly subject: Subject;
  stream: LiveStream | undefined;
  seen: OperationResult | undefined;
  /** Of the newest event with data. */
  version: number;
  /** Whether it has left, or its stream has completed. */
  isGone: boolean;
}

/** Reads what has come, if anything; a stream must never hold more than one event. */
async function read(reader: Reader, problems: string[]): Promise<void> {
  // A read that finds nothing would wait, and take the next event.
  if (!hasNews(reader)) return;
  const next = await reader.stream?.next();
  if (next === undefined || next.done === true) return;
  const own = stampOf(reader.subject);
  const stamps = JSON.stringify(next.value).match(/<\w+ \w+>/g) ?? [];
  if (stamps.length === 0) problems.push('an event without a stamp');
  for (const stamp of stamps) if (stamp !== own) problems.push(`${own} got ${stamp}`);
  // An error has no version.
  const version = Number(at(next.value.data, 'live.version') ?? reader.version);
  if (version < reader.version) problems.push('an older event came later');
  reader.version = version;
  reader.seen = next.value;
  if (hasNews(reader)) problems.push('a queue');
}

/** The stream's own memory is private: a test may look at it. */
const hasNews = ({ stream }: Reader): boolean =>
  stream !== undefined && Reflect.get(stream, 'newest') !== undefined;

async function play(steps: readonly Step[]) {
  const time = createFakeTime();
  const readers: Reader[] = [];
  const present = (): Reader[] => readers.filter(({ stream, isGone }) => !isGone && !hasEnded(stream));
  const world = createLiveWorld(
    time,
    ({ credential: own, operation, everySeconds }) =>
      present().filter(
        ({ subject: each }) =>
          each.credential === own && each.operation === operation && each.everySeconds === everySeconds,
      ).length,
  );
  const hub = createLiveHub({ ...settings, LIVE_MAX_STREAMS: places }, unobserved, time);
  const problems: string[] = [];
  for (const each of steps) await take(each, { time, world, hub, readers, present, problems });
  return { time, world, readers, present, problems };
}

/** A subscriber is there before its stream is. */
const hasEnded = (stream: LiveStream | undefined): boolean =>
  stream !== undefined && Reflect.get(stream, 'hasEnded') === true;

interface Scene {
  readonly time: FakeTime;
  readonly world: LiveWorld;
  readonly hub: ReturnType<typeof createLiveHub>;
  readonly readers: Reader[];
  /** Those whose streams are open. */
  readonly present: () => readonly Reader[];
  readonly problems: string[];
}

function join(subject: Subject, { world, hub, readers, present, problems }: Scene): void {
  const before = present();
  const mustEnd =
    before.length < places ? undefined : before.find(({ subject: each }) => each.credential === unproven);
  // The reader is present before its poll starts: the hub asks for it at once.
  const reader: Reader = { subject, stream: undefined, seen: undefined, version: 0, isGone: false };
  readers.push(reader);
  try {
    reader.stream = hub.subscribe(world.requestFor(subject));
    if (before.length >= places && mustEnd === undefined) problems.push('a stream too many');
  } catch {
    reader.isGone = true;
    if (before.length < places || mustEnd !== undefined) problems.push('a stream was refused in vain');
  }
  for (const each of before)
    if (hasEnded(each.stream) !== (each === mustEnd)) problems.push('the wrong stream gave way');
}

async function take(each: Step, scene: Scene): Promise<void> {
  const { time, world, readers, problems } = scene;
  switch (each.kind) {
    case 'join':
      join(each.subject, scene);
      return;
    case 'leave': {
      const reader = readers[each.index % Math.max(1, readers.length)];
      if (reader !== undefined) {
        reader.isGone = true;
        await reader.stream?.return();
      }
      return;
    }
    case 'read': {
      const reader = readers[each.index % Math.max(1, readers.length)];
      if (reader !== undefined) await read(reader, problems);
      return;
    }
    case 'change':
      world.change(each.subject);
      return;
    case 'fault':
      world.setFault(each.credential, each.fault);
      return;
    case 'wait':
      await time.advance(each.milliseconds);
  }
}

it('joins, leaves, changes and faults: nobody gets what is not theirs, and all see the last state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const { time, world, readers, present, problems } = await play(steps);
      for (const own of ['one', 'two', 'three']) world.setFault(own, 'none');
      await time.advance(20_000);
      for (const reader of readers) await read(reader, problems);
      for (const reader of present())
        expect(reader.seen?.data).toEqual({ live: world.truthOf(reader.subject) });
      for (const { stream } of readers) await stream?.return();
      await settle();
      expect(time.pending()).toBe(0);
      const before = world.runs();
      await time.advance(60_000);
      expect(world.runs()).toBe(before);
      expect([...problems, ...world.broken]).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
