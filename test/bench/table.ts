import { type Case } from './case.js';
import type { Lone } from './lone.js';
import type { Window } from './measure.js';
import type { ServerName } from './server.js';

/** What was measured of one case. */
export interface CaseResult {
  readonly case: Case;
  readonly lone: ReadonlyMap<ServerName, Lone>;
  readonly windows: readonly Window[];
}

const titles: Readonly<Record<ServerName, string>> = {
  bare: 'bare proxy',
  naive: 'naive server',
  facade: 'this façade',
};

/** The measurements as a table in Markdown, a row for each case and server. */
export function printTable(results: readonly CaseResult[], servers: readonly ServerName[]): string {
  const head = [
    'query',
    'server',
    'CPU ms/query',
    '× bare',
    '× naive',
    'queries/s',
    'p50 ms',
    'p99 ms',
    'REST requests alone',
    'under load',
  ];
  const rows = results.flatMap((result) => servers.map((server) => rowOf(result, server)));
  return printRows(head, rows);
}

function rowOf({ case: { name, title }, lone, windows }: CaseResult, server: ServerName): readonly string[] {
  const own = windows.filter((window) => window.server === server);
  const middle = (read: (window: Window) => number): string => digits(median(own.map(read)));
  return [
    `${name}: ${title}`,
    titles[server],
    middle(({ cpuMsPerQuery }) => cpuMsPerQuery),
    ratio(windows, server, 'bare'),
    ratio(windows, server, 'naive'),
    middle(({ queries, seconds }) => queries / seconds),
    middle(({ p50 }) => p50),
    middle(({ p99 }) => p99),
    digits(lone.get(server)?.requests ?? 0),
    middle(({ requestsPerQuery }) => requestsPerQuery),
  ];
}

/** CPU of one server by that of another: the median over the rounds, each of which has both side by side. */
function ratio(windows: readonly Window[], server: ServerName, other: ServerName): string {
  const cpuOf = (name: ServerName, round: number): number | undefined =>
    windows.find((window) => window.server === name && window.round === round)?.cpuMsPerQuery;
  const rounds = [...new Set(windows.map(({ round }) => round))];
  const ratios = rounds.flatMap((round) => {
    const [own, base] = [cpuOf(server, round), cpuOf(other, round)];
    return own === undefined || base === undefined ? [] : [own / base];
  });
  return ratios.length === 0 ? '' : median(ratios).toFixed(2);
}

/** The medians of lone queries, a row for each case. */
export function printLoneTable(
  results: readonly (readonly [Case, ReadonlyMap<ServerName, number>])[],
  servers: readonly ServerName[],
): string {
  const rows = results.map(([{ name, title }, medians]) => [
    `${name}: ${title}`,
    ...servers.map((server) => digits(medians.get(server) ?? 0)),
  ]);
  return printRows(['query', ...servers.map((server) => `${titles[server]}, ms`)], rows);
}

function printRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (upper + lower) / 2;
}

/** Three digits that count. */
const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
