import { median, printRows } from '../table.js';
import type { LiveRound, LiveWindow } from './measure.js';
import { transports } from './operation.js';
import type { LiveResult } from './run.js';

/** The measurements as a table in Markdown, a row for each operation, and the memory level. */
export function printLive(results: readonly LiveResult[]): string {
  const head = [
    'operation',
    'poll × query',
    'CPU ms a query',
    'CPU ms a poll',
    ...transports.map((transport) => `CPU µs an event, ${transport}`),
    'events a window',
  ];
  const memories = results.flatMap(({ operation, memory }) => {
    if (memory === undefined) return [];
    const { before, start, middle, end, after } = memory;
    const [first = '', ...rest] = [before, start, middle, end, after].map((mb) => mb.toFixed(1));
    return [
      `Memory after garbage collection, MB, ${operation.title}: ${first} without streams, ${rest.slice(0, 3).join(' → ')} with them, ${rest[3] ?? ''} when they have left.\n`,
    ];
  });
  return `${printRows(head, results.map(rowOf))}\n${memories.join('')}`;
}

function rowOf({ operation: { title }, rounds }: LiveResult): readonly string[] {
  const middle = (read: (round: LiveRound) => number): number => median(rounds.map(read));
  return [
    title,
    middle(({ query, poll }) => runCost(poll) / runCost(query)).toFixed(2),
    middle(({ query }) => runCost(query)).toFixed(2),
    middle(({ poll }) => runCost(poll)).toFixed(2),
    ...transports.map((transport) =>
      middle(({ shared, single }) => eventCost(shared[transport], single)).toFixed(0),
    ),
    middle(({ shared: { sse } }) => sse.events).toFixed(0),
  ];
}

const runCost = ({ cpuMs, runs }: LiveWindow): number => cpuMs / runs;

/**
 * Microseconds of each event beyond those of the single subscribers; the polls of both are the
 * same.
 */
export const eventCost = (shared: LiveWindow, single: LiveWindow): number =>
  (1000 * (shared.cpuMs - single.cpuMs)) / (shared.events - single.events);
