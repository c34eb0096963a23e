import { type CaseResult, digits, median, printRows, type Subject, titleOf } from './table.js';

/** Latency and what makes it long, a row for each case, server and mode of the upstream. */
export function printTail(results: readonly CaseResult[], servers: readonly Subject[]): string {
  const head = [
    'query',
    'server',
    'upstream',
    'p50 ms',
    'p99 ms',
    'p99 ÷ p50',
    'longest pause ms',
    'longest GC ms',
    'GC, % of CPU',
    'resident MB',
  ];
  const rows = results.flatMap((result) => servers.map((server) => rowOf(result, server)));
  return printRows(head, rows);
}

function rowOf({ case: { name, title }, windows }: CaseResult, server: Subject): readonly string[] {
  const own = windows.filter((window) => window.server === server);
  const all = (read: (window: (typeof own)[number]) => number): readonly number[] => own.map(read);
  return [
    `${name}: ${title}`,
    titleOf(server),
    server.upstream.mode,
    digits(median(all(({ p50 }) => p50))),
    digits(median(all(({ p99 }) => p99))),
    median(all(({ p50, p99 }) => p99 / p50)).toFixed(1),
    Math.max(...all(({ pauseMs }) => pauseMs)).toFixed(0),
    Math.max(...all(({ maxGcMs }) => maxGcMs)).toFixed(0),
    (100 * median(all(({ gcShare }) => gcShare))).toFixed(1),
    ((own.at(-1)?.residentBytes ?? 0) / 1e6).toFixed(0),
  ];
}
