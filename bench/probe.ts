import {
  type IntervalHistogram,
  monitorEventLoopDelay,
  PerformanceObserver,
} from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into each measured process before anything else: reports the CPU time of the process over
 * the IPC channel. The servers need no code of their own for it.
 */
export interface Usage {
  /** Milliseconds of CPU, user and system, since the process started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** The maximum of `residentBytes` since the process started. */
  readonly peakBytes: number;
}

/** What happened since the last such question; before the first one nothing is observed. */
export interface Pause {
  /** The longest time for which the event loop was busy with one thing; see `pauseOf`. */
  readonly pauseMs: number;
  /** All garbage collection on the main thread, and the longest single one. */
  readonly gcMs: number;
  readonly maxGcMs: number;
}

/** What remains after garbage collection. */
export interface Memory {
  /** Heap and buffers. */
  readonly usedBytes: number;
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss(), peakBytes };
}

/** Undefined until the first question: a measurement without it has no timer. */
let delays: IntervalHistogram | undefined;
let collections: PerformanceObserver | undefined;
let gcMs = 0;
let maxGcMs = 0;

/** Milliseconds between two looks at the clock. */
export const resolution = 5;

/**
 * The histogram holds the time between two looks at the clock, in nanoseconds, so an idle loop has
 * the resolution in it. What remains is too short by less than the resolution: a pause may begin
 * just before a look.
 */
export const pauseOf = (maxNanoseconds: number): number =>
  Math.max(0, maxNanoseconds / 1e6 - resolution);

function readPause(): Pause {
  if (delays === undefined || collections === undefined) {
    delays = monitorEventLoopDelay({ resolution });
    delays.enable();
    collections = new PerformanceObserver((list) => addCollections(list.getEntries()));
    collections.observe({ entryTypes: ['gc'] });
  }
  addCollections(collections.takeRecords());
  const pause = { pauseMs: pauseOf(delays.max), gcMs, maxGcMs };
  delays.reset();
  [gcMs, maxGcMs] = [0, 0];
  return pause;
}

function addCollections(entries: readonly { readonly duration: number }[]): void {
  for (const { duration } of entries) {
    gcMs += duration;
    maxGcMs = Math.max(maxGcMs, duration);
  }
}

async function readMemory(): Promise<Memory> {
  setFlagsFromString('--expose-gc');
  // The flag gives each new context a function that collects all garbage.
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What the first collection finds unused may free more, such as buffers, before the second one.
  await delay(100);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { usedBytes: heapUsed + external };
}

const replies: Readonly<Record<string, () => Usage | Pause | Promise<Memory>>> = {
  usage: readUsage,
  pause: readPause,
  memory: readMemory,
};

// Where the bench ends early, nothing of it stays.
process.on('disconnect', () => process.exit());

process.on('message', (question) => {
  const reply = typeof question === 'string' ? replies[question] : undefined;
  if (reply !== undefined) void Promise.resolve(reply()).then((value) => process.send?.(value));
});
