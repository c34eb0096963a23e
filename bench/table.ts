import type { Case } from './case.js';
import type { Lone } from './lone.js';
import type { Window } from './measure.js';
import { baseOf, type UpstreamMode } from './mode.js';
import type { ServerName } from './server.js';

/** A server and its upstream, as a table names them. */
export interface Subject {
  readonly name: ServerName;
  readonly upstream: { readonly mode: UpstreamMode };
}

/** The measurements of one case. */
export interface CaseResult {
  readonly case: Pick<Case, 'name' | 'title'>;
  readonly lone: ReadonlyMap<Subject, Pick<Lone, 'requests' | 'isHttp2'>>;
  readonly windows: readonly (Omit<Window, 'server'> & { readonly server: Subject })[];
}

const titles: Readonly<Record<ServerName, string>> = {
  bare: 'bare proxy',
  naive: 'naive server',
  facade: 'this façade',
};

export const titleOf = ({ name }: Subject): string => titles[name];

/**
 * The measurements as a table in Markdown, a row for each case, server and mode of the upstream.
 */
export function printTable(results: readonly CaseResult[], servers: readonly Subject[]): string {
  const head = [
    'query',
    'server',
    'upstream',
    'CPU ms/query',
    '× bare',
    '× naive',
    'queries/s',
    'REST requests alone',
    'under load',
  ];
  const rows = results.flatMap((result) => servers.map((server) => rowOf(result, server)));
  return printRows(head, rows);
}

function rowOf(
  { case: { name, title }, lone, windows }: CaseResult,
  server: Subject,
): readonly string[] {
  const own = windows.filter((window) => window.server === server);
  const middle = (read: (window: (typeof own)[number]) => number): string =>
    digits(median(own.map(read)));
  const { mode } = server.upstream;
  return [
    `${name}: ${title}`,
    titles[server.name],
    mode,
    middle(({ cpuMsPerQuery }) => cpuMsPerQuery),
    ratio(windows, server, { name: 'bare', upstream: { mode } }),
    ratio(windows, server, { name: 'naive', upstream: { mode } }),
    middle(({ queries, seconds }) => queries / seconds),
    digits(lone.get(server)?.requests ?? 0) +
      (lone.get(server)?.isHttp2 === true ? ' (HTTP/2)' : ''),
    middle(({ requestsPerQuery }) => requestsPerQuery),
  ];
}

/**
 * Processor time in each mode of the upstream and its ratio to that of `baseOf`, a row for each
 * case and server.
 */
export function printModes(results: readonly CaseResult[], servers: readonly Subject[]): string {
  const names = [...new Set(servers.map(({ name }) => name))];
  const modes = [...new Set(servers.map(({ upstream: { mode } }) => mode))];
  const isCompared = (mode: UpstreamMode): boolean =>
    mode !== baseOf(mode) && modes.includes(baseOf(mode));
  const head = modes.flatMap((mode) => [
    `${mode}, CPU ms`,
    ...(isCompared(mode) ? [`× ${baseOf(mode)}`] : []),
  ]);
  const rows = results.flatMap(({ case: { name: query, title }, windows }) =>
    names.map((name) => [
      `${query}: ${title}`,
      titles[name],
      ...modes.flatMap((mode) => {
        const subject = { name, upstream: { mode } };
        const cpu = digits(
          median(windows.filter(isOf(subject)).map(({ cpuMsPerQuery }) => cpuMsPerQuery)),
        );
        const base = { name, upstream: { mode: baseOf(mode) } };
        return isCompared(mode) ? [cpu, ratio(windows, subject, base)] : [cpu];
      }),
    ]),
  );
  return printRows(['query', 'server', ...head], rows);
}

const isOf =
  ({ name, upstream: { mode } }: Subject) =>
  ({ server }: CaseResult['windows'][number]): boolean =>
    server.name === name && server.upstream.mode === mode;

/**
 * The CPU time of one server relative to another: the median over the rounds, which have both side
 * by side.
 */
function ratio(windows: CaseResult['windows'], subject: Subject, other: Subject): string {
  const cpuOf = (each: Subject, round: number): number | undefined =>
    windows.filter(isOf(each)).find((window) => window.round === round)?.cpuMsPerQuery;
  const rounds = [...new Set(windows.map(({ round }) => round))];
  const ratios = rounds.flatMap((round) => {
    const [own, base] = [cpuOf(subject, round), cpuOf(other, round)];
    return own === undefined || base === undefined ? [] : [own / base];
  });
  return ratios.length === 0 ? '' : median(ratios).toFixed(2);
}

/** The medians of single queries, a row for each case. */
export function printLoneTable(
  results: readonly (readonly [Pick<Case, 'name' | 'title'>, ReadonlyMap<Subject, number>])[],
  servers: readonly Subject[],
): string {
  const rows = results.map(([{ name, title }, medians]) => [
    `${name}: ${title}`,
    ...servers.map((server) => digits(medians.get(server) ?? 0)),
  ]);
  const head = servers.map(({ name, upstream: { mode } }) => `${titles[name]} (${mode}), ms`);
  return printRows(['query', ...head], rows);
}

export function printRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (upper + lower) / 2;
}

/** Three significant digits. */
export const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
