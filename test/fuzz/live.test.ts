import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LiveHub } from '../../src/extra/live/live-hub.js';
import type { LiveRequest } from '../../src/extra/live/live-request.js';
import type { LiveStream } from '../../src/extra/live/live-stream.js';
import type { OperationResult } from '../../src/operation/result.js';
import { at } from '../rig/json.js';
import { createFakeTime, type FakeTime, settle } from '../extra/live/fake-time.js';
import { failure, requestOf, resultOf, settings, unobserved } from '../extra/live/watcher.js';
import { Alone } from '../../src/shared/alone.js';

type Fault = 'none' | 'slow' | 'partial' | 'outage' | 'quota' | 'revoked' | 'thrown';

/** The credential that the Partner API has not accepted. */
const unproven = 'three';

/** What a subscriber has subscribed to. */
interface Subject {
  readonly credential: string;
  readonly operation: string;
  readonly everySeconds: number;
}

/** How answers show whose they are, data and errors alike. */
const stampOf = ({ credential, operation }: Subject): string => `<${credential} ${operation}>`;

/**
 * A Partner API whose every answer is stamped with its credential and operation, and that watches
 * who polls.
 *
 * @param listeners how many streams a subject has now
 */
function createLiveWorld(time: FakeTime, listeners: (subject: Subject) => number) {
  const versions = new Map<string, number>();
  const faults = new Map<string, Fault>();
  const running = new Set<string>();
  /** Rules that a poll has broken. */
  const broken: string[] = [];
  let runs = 0;
  const faultOf = (credential: string): Fault => faults.get(credential) ?? 'none';
  /** What is true now of a credential and an operation. */
  const truthOf = (subject: Subject) => ({
    stamp: stampOf(subject),
    version: versions.get(stampOf(subject)) ?? 0,
  });
  const runOf =
    (subject: Subject): LiveRequest['run'] =>
    async (_sentSince, lifetime) => {
      const { credential } = subject;
      const name = `${stampOf(subject)} ${subject.everySeconds}`;
      runs += 1;
      if (listeners(subject) === 0) broken.push(`a poll of ${name} without a listener`);
      if (running.has(name)) broken.push(`two polls of ${name} at once`);
      running.add(name);
      await new Promise<void>((resolve) => {
        const end = (): void => {
          running.delete(name);
          resolve();
        };
        const cancel = time.after(faultOf(credential) === 'slow' ? 3000 : 200, end);
        lifetime.add({
          end() {
            cancel();
            end();
          },
        });
      });
      return resultOfFault(faultOf(credential), truthOf(subject), stampOf(subject));
    };
  return {
    truthOf,
    broken,
    runs: () => runs,
    change: (subject: Subject) => void versions.set(stampOf(subject), truthOf(subject).version + 1),
    setFault: (credential: string, fault: Fault) => void faults.set(credential, fault),
    requestFor(subject: Subject): LiveRequest {
      const { credential, operation, everySeconds } = subject;
      // Its own object each time, as if it had been forgotten.
      const tenant = { tenantKey: credential, refusedAt: -Infinity };
      const isAccepted = (): boolean => credential !== unproven;
      const live = { hash: operation, characters: 100, responseName: 'live', clocks: new Map() };
      return requestOf(credential, runOf(subject), { tenant, isAccepted, live, everySeconds });
    },
  };
}

function resultOfFault(
  fault: Fault,
  truth: Record<string, unknown>,
  stamp: string,
): OperationResult {
  const failureOf = (code: string, path: string, facts = {}) =>
    failure(code, { ...facts, stamp }, [path]);
  const failed = (code: string, facts = {}): OperationResult => ({
    data: { stamp: null },
    errors: [failureOf(code, 'stamp', facts)],
  });
  switch (fault) {
    case 'none':
    case 'slow':
      return resultOf(truth);
    case 'partial':
      return { ...resultOf({ ...truth, part: null }), errors: [failureOf('FORBIDDEN', 'part')] };
    case 'outage':
      return failed('UPSTREAM_UNAVAILABLE');
    case 'quota':
      return failed('RATE_LIMITED', { retryAfterSeconds: 3 });
    case 'revoked':
      return failed('UNAUTHENTICATED');
    case 'thrown':
      throw new Error(`A bug of ${stamp}.`);
  }
}

const credential = fc.constantFrom('one', 'two', 'three');
const subject: fc.Arbitrary<Subject> = fc.record({
  credential,
  operation: fc.constantFrom('A', 'B'),
  everySeconds: fc.constantFrom(1, 2, 5),
});
const faults: readonly Fault[] = [
  'none',
  'none',
  'slow',
  'partial',
  'outage',
  'quota',
  'revoked',
  'thrown',
];

/** Few, so that streams have to give way. */
const places = 4;
const step = fc.record({
  kind: fc.constantFrom('join', 'leave', 'read', 'change', 'fault', 'wait', 'wait'),
  subject,
  credential,
  index: fc.nat(20),
  fault: fc.constantFrom(...faults),
  milliseconds: fc.nat(4000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

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

/** A subscriber is there before its stream is. */
const hasEnded = (stream: LiveStream | undefined): boolean =>
  stream !== undefined && Reflect.get(stream, 'hasEnded') === true;

function openScene() {
  const time = createFakeTime();
  const readers: Reader[] = [];
  /** Those whose streams are open. */
  const present = (): Reader[] =>
    readers.filter(({ stream, isGone }) => !isGone && !hasEnded(stream));
  const isOf = (subject: Subject) => (reader: Reader) =>
    stampOf(reader.subject) === stampOf(subject) &&
    reader.subject.everySeconds === subject.everySeconds;
  const world = createLiveWorld(time, (subject) => present().filter(isOf(subject)).length);
  const hub = new LiveHub({ ...settings, LIVE_MAX_STREAMS: places }, unobserved, new Alone(), time);
  const problems: string[] = [];
  return { time, world, hub, readers, present, problems };
}

type Scene = ReturnType<typeof openScene>;

function join(subject: Subject, { world, hub, readers, present, problems }: Scene): void {
  const before = present();
  const mustEnd =
    before.length < places
      ? undefined
      : before.find(({ subject: each }) => each.credential === unproven);
  // The reader is present before its poll starts: the hub asks for it at once.
  const reader: Reader = { subject, stream: undefined, seen: undefined, version: 0, isGone: false };
  readers.push(reader);
  try {
    reader.stream = hub.subscribe(world.requestFor(subject));
    if (before.length >= places && mustEnd === undefined) problems.push('a stream too many');
  } catch {
    reader.isGone = true;
    if (before.length < places || mustEnd !== undefined)
      problems.push('a stream was refused in vain');
  }
  for (const each of before)
    if (hasEnded(each.stream) !== (each === mustEnd)) problems.push('the wrong stream gave way');
}

async function take(step: Step, scene: Scene): Promise<void> {
  const { time, world, readers, problems } = scene;
  const reader = readers[step.index % Math.max(1, readers.length)];
  if (step.kind === 'join') join(step.subject, scene);
  else if (step.kind === 'change') world.change(step.subject);
  else if (step.kind === 'fault') world.setFault(step.credential, step.fault);
  else if (step.kind === 'wait') await time.advance(step.milliseconds);
  else if (reader !== undefined && step.kind === 'read') await read(reader, problems);
  else if (reader !== undefined) {
    reader.isGone = true;
    await reader.stream?.return();
  }
}

it('joins, leaves, changes and faults: nobody gets what is not theirs, and all see the last state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const scene = openScene();
      for (const each of steps) await take(each, scene);
      const { time, world, readers, present, problems } = scene;
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
    { numRuns: 120 },
  );
});
