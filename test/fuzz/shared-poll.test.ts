import type { Lifetime } from '../../src/base/lifetime.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveHub } from '../../src/extra/live/live-hub.js';
import type { LiveTime } from '../../src/extra/live/live-request.js';
import { bounded } from './draw.js';
import { at } from '../rig/json.js';
import { createFakeTime, type FakeTime, settle } from '../extra/live/fake-time.js';
import { ModelFleet, ModelMember } from '../extra/live/model-fleet.js';
import {
  requestOf,
  resultOf,
  settings,
  unobserved,
  watch,
  type Watcher,
} from '../extra/live/watcher.js';

const everySeconds = 2;
const everyMs = everySeconds * 1000;

interface Process {
  readonly shared: ModelMember;
  readonly hub: LiveHub;
  readonly watchers: Watcher[];
  readonly kill: () => void;
  isDead: boolean;
}

/**
 * Processes with subscribers of one poll, over a Partner API that has one number.
 *
 * @param durations milliseconds of the runs, in turn; each reads the number when it starts
 */
function createScene(latencyMs: number, durations: readonly number[], padding = '') {
  const time = createFakeTime();
  const fleet = new ModelFleet(time, latencyMs);
  const processes: Process[] = [];
  const runs: number[] = [];
  let version = 0;
  let running = 0;
  let maxRunning = 0;
  const start = (): Process => {
    const shared = new ModelMember(fleet);
    const clock = mortal(time);
    const own: Process = {
      shared,
      hub: new LiveHub(settings, unobserved, shared, clock),
      watchers: [],
      isDead: false,
      kill() {
        own.isDead = true;
        clock.die();
        shared.isCut = true;
      },
    };
    processes.push(own);
    return own;
  };
  const run = (_sentSince: number, lifetime: Lifetime) => {
    const result = resultOf({ version, padding });
    const runMs = durations[runs.length % durations.length] ?? 0;
    runs.push(time.now());
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    return new Promise<ReturnType<typeof resultOf>>((resolve) => {
      const end = (): void => {
        running -= 1;
        resolve(result);
      };
      const cancel = time.after(runMs, end);
      lifetime.add({
        end() {
          cancel();
          end();
        },
      });
    });
  };
  return {
    time,
    fleet,
    runs,
    processes,
    start,
    maxRunning: () => maxRunning,
    change: () => void (version += 1),
    version: () => version,
    join: (own: Process): Watcher => {
      const watcher = watch(own.hub, requestOf('one', run, { everySeconds }));
      own.watchers.push(watcher);
      return watcher;
    },
    present: (): Watcher[] =>
      processes.flatMap(({ isDead, watchers }) =>
        isDead ? [] : watchers.filter(({ hasCompleted }) => !hasCompleted()),
      ),
  };
}

/** The clock of a process whose timers die with it. */
function mortal(time: FakeTime): LiveTime & { readonly die: () => void } {
  const cancels = new Set<() => void>();
  let isDead = false;
  return {
    now: time.now,
    after(milliseconds, callback) {
      if (isDead) return () => undefined;
      const cancel = time.after(milliseconds, () => {
        cancels.delete(cancel);
        callback();
      });
      cancels.add(cancel);
      return cancel;
    },
    die() {
      isDead = true;
      for (const cancel of cancels) cancel();
    },
  };
}

const versionsOf = ({ events }: Watcher): number[] =>
  events.map(({ data }) => Number(at(data, 'live.version')));

type Kind = 'join' | 'leave' | 'change' | 'start' | 'wait' | 'kill' | 'store away' | 'store back';
interface Step {
  readonly kind: Kind;
  readonly index: number;
  readonly milliseconds: number;
}

const stepOf = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<Step> =>
  fc.record({ kind, index: fc.nat(20), milliseconds: fc.nat(2 * everyMs) });
const gentleKind = fc.constantFrom<Kind>('join', 'leave', 'change', 'start', 'wait', 'wait');
const gentle = stepOf(gentleKind);
const rough = stepOf(
  fc.oneof(
    { weight: 4, arbitrary: gentleKind },
    fc.constant<Kind>('kill'),
    fc.constantFrom<Kind>('store away', 'store back'),
  ),
);

async function take({ kind, index, milliseconds }: Step, scene: ReturnType<typeof createScene>) {
  const living = scene.processes.filter(({ isDead }) => !isDead);
  const pick = <T>(all: readonly T[]): T | undefined => all[index % Math.max(1, all.length)];
  const own = pick(living);
  if (kind === 'join' && own !== undefined) scene.join(own);
  else if (kind === 'leave') pick(scene.present())?.leave();
  else if (kind === 'kill' && living.length > 1) own?.kill();
  else if (kind === 'change') scene.change();
  else if (kind === 'start' && living.length < 4) scene.start();
  else if (kind === 'store away' || kind === 'store back')
    scene.fleet.setAway(kind === 'store away');
  else if (kind === 'wait') await scene.time.advance(milliseconds);
}

async function play(steps: readonly Step[], scene: ReturnType<typeof createScene>): Promise<void> {
  scene.start();
  scene.start();
  for (const step of steps) await take(step, scene);
}

const latency = fc.integer({ min: 0, max: 40 });
const duration = fc.constantFrom(0, 100, 300, 900);
const durations = fc.array(duration, { minLength: 1, maxLength: 5 });
const large = 'x'.repeat(300_000);

/** Steps, the milliseconds of a command to the store, and those of the runs. */
const drawn = (step: fc.Arbitrary<Step>) =>
  [fc.array(step, { maxLength: 40, size: 'max' }), latency, durations] as const;

const waitFor = (milliseconds: number): Step => ({ kind: 'wait', milliseconds, index: 0 });
const joinAt = (index: number): Step => ({ kind: 'join', milliseconds: 0, index });

/**
 * New subscribers move the next tick of the process that runs it, while another one asks for the
 * lease.
 */
const movedTick: readonly Step[] = [
  ...[waitFor(1087), joinAt(0), waitFor(4687), joinAt(1)],
  ...[waitFor(1445), joinAt(3), joinAt(0), waitFor(36)],
];

describe('a poll that several processes share', () => {
  it('whatever dies or fails, all see the last state within three intervals, and none an older one later', async () => {
    await fc.assert(
      fc.asyncProperty(...drawn(rough), fc.boolean(), async (steps, latencyMs, runsMs, isLarge) => {
        const scene = createScene(latencyMs, runsMs, isLarge ? large : '');
        await play(steps, scene);
        scene.change();
        await scene.time.advance(3 * everyMs + 2 * Math.max(...runsMs));
        for (const watcher of scene.present())
          expect(versionsOf(watcher).at(-1)).toBe(scene.version());
        for (const { watchers } of scene.processes)
          for (const watcher of watchers) {
            const versions = versionsOf(watcher);
            expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
          }
      }),
      bounded(100),
    );
  });

  it('when all is well again, it runs once in each interval for all', async () => {
    await fc.assert(
      fc.asyncProperty(...drawn(rough), async (steps, latencyMs, runsMs) => {
        const scene = createScene(latencyMs, runsMs);
        await play(steps, scene);
        scene.fleet.setAway(false);
        for (const own of scene.processes) if (!own.isDead) scene.join(own);
        await scene.time.advance(5 * everyMs);
        const before = scene.runs.length;
        await scene.time.advance(10 * everyMs);
        expect(scene.runs.length - before).toBeLessThanOrEqual(10);
        expect(scene.runs.length - before).toBeGreaterThanOrEqual(9);
        for (const watcher of scene.present()) watcher.leave();
        await settle();
        const last = scene.runs.length;
        await scene.time.advance(5 * everyMs);
        expect(scene.runs.length).toBe(last);
        expect(scene.time.pending()).toBe(0);
        expect([...scene.fleet.ears].filter(({ member }) => !member.isCut)).toEqual([]);
      }),
      bounded(100),
    );
  });

  it('while the store works, no two processes run it at once', async () => {
    await fc.assert(
      fc.asyncProperty(...drawn(gentle), async (steps, latencyMs, runsMs) => {
        const scene = createScene(latencyMs, runsMs);
        await play(steps, scene);
        expect(scene.maxRunning()).toBeLessThanOrEqual(1);
      }),
      { ...bounded(100), examples: [[movedTick, 36, [300]]] },
    );
  });

  it('a process that no longer hears the others runs it too, and they share it when it hears again', async () => {
    const scene = createScene(5, [100]);
    const [one, other] = [scene.start(), scene.start()];
    scene.join(one);
    const watcher = scene.join(other);
    await scene.time.advance(2 * everyMs);
    other.shared.isDeaf = true;
    scene.change();
    await scene.time.advance(4 * everyMs);
    expect(versionsOf(watcher)).toEqual([0, 1]);
    other.shared.isDeaf = false;
    await scene.time.advance(2 * everyMs);
    const before = scene.runs.length;
    await scene.time.advance(5 * everyMs);
    expect(scene.runs.length - before).toBe(5);
  });
});
