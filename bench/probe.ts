import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into each measured process before anything else: reports the CPU time of the process over the IPC channel. The
 * servers need no code of their own for it.
 */
export interface Usage {
  /** Milliseconds of CPU, user and system, since the process started. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** The longest time, since the last such question, for which the event loop was busy with one thing. */
export interface Pause {
  readonly pauseMs: number;
}

/** What remains after garbage collection. */
export interface Memory {
  /** Heap and buffers. */
  readonly usedBytes: number;
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() };
}

/** Undefined until the first question: a measurement without it has no timer. */
let delays: IntervalHistogram | undefined;

/** Milliseconds between two looks at the clock. */
const resolution = 5;

function readPause(): Pause {
  if (delays === undefined) {
    delays = monitorEventLoopDelay({ resolution });
    delays.enable();
  }
  const pauseMs = delays.max / 1e6;
  delays.reset();
  return { pauseMs };
}

function readMemory(): Memory {
  setFlagsFromString('--expose-gc');
  // The flag gives each new context a function that collects all garbage.
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { usedBytes: heapUsed + external };
}

const replies: Readonly<Record<string, () => Usage | Pause | Memory>> = {
  usage: readUsage,
  pause: readPause,
  memory: readMemory,
};

process.on('message', (question) => {
  const reply = typeof question === 'string' ? replies[question] : undefined;
  if (reply !== undefined) process.send?.(reply());
});
