import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Case, cases } from './case.js';
import { type UpstreamMode, upstreamModes } from './mode.js';
import { type ServerName, serverNames } from './server.js';
import { readCommit } from './variant/commit.js';

/** What only the façade is measured with: `extra.ts` has a run for each. */
export const extraNames = [
  'find',
  'live',
  'credentials',
  'growth',
  'start',
  'versions',
  'waves',
  'mechanisms',
  'against',
] as const;
export type ExtraName = (typeof extraNames)[number];

/** The queries that all servers answer, and the extras. */
const caseNames = [...cases.map(({ name }) => name), ...extraNames] as const;

/** Without --cases; the other extras take long, or need nothing but themselves. */
const plainCases: readonly (typeof caseNames)[number][] = [
  ...cases.map(({ name }) => name),
  'find',
  'live',
];

export const help = `Usage: npm run bench -- [options]

Measures this façade beside a bare proxy and a naive GraphQL server, and prints Markdown tables. Compare ratios within
one run only: figures depend on the machine. Run nothing else meanwhile.

  --cases Q1,find    what is measured (${plainCases.join(',')})
  --rounds N         windows for each server and query, interleaved (3)
  --seconds N        length of a window (5)
  --warm-up N        seconds of load before the first window of a query (5)
  --servers A,B      servers (${serverNames.join(',')})
  --upstream A,B     modes of the upstream, measured side by side (static): ${upstreamModes.join(', ')};
                     all but static have fresh signatures and timestamps in each response
  --connections N    connections of the load generator (by query: ${cases.map((each) => each.connections).join(', ')})
  --credentials N    credentials that the queries use in turn (1)
  --latency MS       delay each REST response, and measure the median of single queries instead
  --node PATH        Node.js that runs the servers (the current one)
  --beside A,B       paths of more Node.js, for versions
  --against COMMIT   measure the façade of a commit beside this one
  --starts N         processes of each state or Node.js, for against and versions (3)
  --instructions     for against and versions: count instructions under Valgrind, in place of processor time
  -h, --help         print this help

Of this façade alone, by --cases:

  find               filters and orders of 50,000 and 10,000 records, with static and fresh responses
  live               1,000 streams of 50 credentials, in windows of twice --seconds; --minutes N for the memory level (1)
  credentials        memory with 10,000 credentials or --credentials, one query each, --rounds times (5)
  growth             processor time and memory against items, ids, depth, concurrency, credentials and bytes; --largest N
                     bounds each of them; writes docs/growth.svg
  start              from the start of the process to the first response, --rounds times (10)
  against            processor time beside that of --against COMMIT, which is built aside first; --against alone means
                     this case, of all queries with 1 and 64 credentials, static and signed
  versions           processor time on --node and on each Node.js of --beside, side by side
  waves              REST requests that wait for each other, and the time of single operations at 20, 100 and 300 ms or
                     --latency
  mechanisms         processor time that each mechanism saves, on the named queries or all; --only A,B names mechanisms
`;

export interface NodeRuntime {
  readonly path: string;
  /** Such as `v24.21.0`. */
  readonly version: string;
}

export interface BenchOptions {
  /** Undefined: as many as the case needs. */
  readonly rounds: number | undefined;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly cases: readonly Case[];
  readonly extras: readonly ExtraName[];
  /** How long the streams of `live` stay open. */
  readonly minutes: number;
  readonly servers: readonly ServerName[];
  /** Undefined: the modes that the case needs. */
  readonly upstream: readonly UpstreamMode[] | undefined;
  readonly connections: number | undefined;
  /** Undefined: as many as the case needs. */
  readonly credentials: number | undefined;
  readonly latencyMs: number | undefined;
  /** The bound of `growth`. */
  readonly largest: number;
  /** Names of mechanisms; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The commit that `against` compares with. */
  readonly against: string | undefined;
  /** Undefined: as many processes as the case needs. */
  readonly starts: number | undefined;
  /** Of `against` and `versions`, in place of processor time. */
  readonly areInstructionsCounted: boolean;
  /** Those of `versions` beside `node`. */
  readonly beside: readonly NodeRuntime[];
  /** Path of the Node.js that runs the servers. */
  readonly node: string;
  /** Its version, such as `v24.21.0`. */
  readonly nodeVersion: string;
}

const optionTypes = {
  rounds: { type: 'string' },
  seconds: { type: 'string', default: '5' },
  'warm-up': { type: 'string', default: '5' },
  cases: { type: 'string' },
  minutes: { type: 'string', default: '1' },
  servers: { type: 'string', default: serverNames.join(',') },
  upstream: { type: 'string' },
  connections: { type: 'string' },
  credentials: { type: 'string' },
  latency: { type: 'string' },
  largest: { type: 'string', default: '50000' },
  only: { type: 'string' },
  against: { type: 'string' },
  starts: { type: 'string' },
  instructions: { type: 'boolean', default: false },
  beside: { type: 'string' },
  node: { type: 'string', default: process.execPath },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads a command line: its options, or `help`.
 *
 * @throws Error that names the option, its value and what it must be
 */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({ args: [...args], options: optionTypes });
  if (values.help === true) return 'help';
  const named = namedCases(values.cases, values.against);
  // Their figures are no times of single queries.
  const hasLatency = values.latency !== undefined;
  if (named.includes('versions') && values.beside === undefined)
    throw new Error('--cases versions needs --beside: paths of other Node.js, separated by commas');
  return {
    rounds: readOptional('--rounds', values.rounds),
    seconds: readNumber('--seconds', values.seconds),
    warmUpSeconds: readNumber('--warm-up', values['warm-up']),
    cases: cases.filter(({ name }) => named.includes(name)),
    extras: extraNames.filter(
      (name) => named.includes(name) && !(hasLatency && plainCases.includes(name)),
    ),
    minutes: readNumber('--minutes', values.minutes),
    servers: pickNames('--servers', values.servers, serverNames),
    upstream:
      values.upstream === undefined
        ? undefined
        : pickNames('--upstream', values.upstream, upstreamModes),
    connections: readOptional('--connections', values.connections),
    credentials: readOptional('--credentials', values.credentials),
    latencyMs: readOptional('--latency', values.latency),
    largest: readNumber('--largest', values.largest),
    only: values.only?.split(','),
    against: values.against === undefined ? undefined : readCommit('--against', values.against),
    starts: readOptional('--starts', values.starts),
    areInstructionsCounted: values.instructions,
    beside:
      values.beside?.split(',').map((path) => ({ path, version: versionOf('--beside', path) })) ??
      [],
    node: values.node,
    nodeVersion: versionOf('--node', values.node),
  };
}

/** A comparison with a commit needs no other measurement beside it. */
function namedCases(
  named: string | undefined,
  against: string | undefined,
): (typeof caseNames)[number][] {
  if (against === undefined) {
    const picked = pickNames('--cases', named ?? plainCases.join(','), caseNames);
    if (!picked.includes('against')) return picked;
    throw new Error('--cases against needs --against: a commit of this repository');
  }
  return pickNames('--cases', named === undefined ? 'against' : `${named},against`, caseNames);
}

function versionOf(option: string, node: string): string {
  try {
    const version = execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (/^v\d+\.\d+\.\d+/.test(version)) return version.trim();
  } catch {
    // A path that does not start is reported below.
  }
  throw new Error(`${option} is "${node}", but must be the path of a Node.js that starts`);
}

const readOptional = (option: string, value: string | undefined): number | undefined =>
  value === undefined ? undefined : readNumber(option, value);

function readNumber(option: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number > 0) return number;
  throw new Error(`${option} is "${value}", but must be a whole number above 0`);
}

/** The named ones in the order of the list. */
export function pickNames<Name extends string>(
  option: string,
  value: string,
  all: readonly Name[],
): Name[] {
  const wanted = value.split(',');
  const unknown = wanted.find((name) => !all.some((each) => each === name));
  if (unknown !== undefined)
    throw new Error(`${option} is "${unknown}", but must be of ${all.join(', ')}`);
  return all.filter((name) => wanted.includes(name));
}
