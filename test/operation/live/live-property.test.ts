import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiveHub } from '../../../src/operation/live/live-hub.js';
import type { LiveStream } from '../../../src/operation/live/live-stream.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { at } from '../../rig/json.js';
import { createFakeTime, type FakeTime, settle } from './fake-time.js';
import { createLiveWorld, type Fault, type LiveWorld, type Subject } from './live-world.js';
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
const faults: readonly Fault[] = ['none', 'none', 'outage', 'quota', 'revoked', 'thrown'];
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
  /** Whether it has left, or its stream has completed. */
  isGone: boolean;
}

/** Reads what has come, if anything; a stream must never hold more than one event. */
async function read(reader: Reader, problems: string[]): Promise<void> {
  // A read that finds nothing would wait, and take the next event.
  if (!hasNews(reader)) return;
  const next = await reader.stream?.next();
  if (next === undefined || next.done === true) return;
  const { credential: own, operation } = reader.subject;
  const stamp = at(next.value.data, 'live.stamp');
  if (typeof stamp === 'string' && stamp !== `${own} ${operation}`)
    problems.push(`${own} ${operation} got ${stamp}`);
  if (versionOf(next.value) < versionOf(reader.seen)) problems.push('an older event came later');
  reader.seen = next.value;
  if (hasNews(reader)) problems.push('a queue');
}

/** The stream's own memory is private: a test may look at it. */
const hasNews = ({ stream }: Reader): boolean =>
  stream !== undefined && Reflect.get(stream, 'newest') !== undefined;

const versionOf = (event: OperationResult | undefined): number =>
  Number(at(event?.data, 'live.version') ?? -1);

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
  const hub = createLiveHub(settings, { ...unobserved }, time);
  const problems: string[] = [];
  for (const each of steps) await take(each, { time, world, hub, readers, problems });
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
  readonly problems: string[];
}

async function take(each: Step, { time, world, hub, readers, problems }: Scene): Promise<void> {
  switch (each.kind) {
    case 'join': {
      // The reader is present before its poll starts: the hub asks for it at once.
      const reader: Reader = { subject: each.subject, stream: undefined, seen: undefined, isGone: false };
      readers.push(reader);
      reader.stream = hub.subscribe(world.requestFor(each.subject));
      return;
    }
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
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
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
