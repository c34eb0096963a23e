import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Case, cases } from './case.js';
import { type UpstreamMode, upstreamModes } from './mode.js';
import { type ServerName, serverNames } from './server.js';

/** The queries that all servers answer; the filters and orders, and the subscriptions, that only the façade has. */
const caseNames = [...cases.map(({ name }) => name), 'find', 'live'] as const;

export const help = `Usage: npm run bench -- [options]

Measures this façade beside a bare proxy and a naive GraphQL server, and prints Markdown tables. Compare ratios within
one run only: figures depend on the machine. Run nothing else meanwhile.

  --rounds N         windows for each server and query, interleaved (3)
  --seconds N        length of a window (5)
  --cases Q1,find    what is measured (${caseNames.join(',')}); find is this façade's filters and orders of
                     50,000 and 10,000 records, with static and fresh responses; live is 1,000 streams of
                     50 credentials, in windows of twice --seconds
  --minutes N        how long the streams stay open for the memory level (1)
  --servers A,B      servers (${serverNames.join(',')})
  --upstream A,B     modes of the upstream, measured side by side (static): ${upstreamModes.join(', ')};
                     all but static have fresh signatures and timestamps in each response
  --connections N    connections of the load generator (by query: ${cases.map((each) => each.connections).join(', ')})
  --credentials N    credentials that the queries use in turn (1)
  --latency MS       delay each REST response, and measure the median of single queries instead
  --node PATH        Node.js that runs the servers (the current one)
  -h, --help         print this help
`;

export interface BenchOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly cases: readonly Case[];
  /** Whether filters and orders are measured too. */
  readonly hasFind: boolean;
  /** Whether subscriptions are measured too. */
  readonly hasLive: boolean;
  /** How long their streams stay open. */
  readonly minutes: number;
  readonly servers: readonly ServerName[];
  readonly upstream: readonly UpstreamMode[];
  readonly connections: number | undefined;
  readonly credentials: number;
  readonly latencyMs: number | undefined;
  /** Path of the Node.js that runs the servers. */
  readonly node: string;
  /** Its version, such as `v24.21.0`. */
  readonly nodeVersion: string;
}

/**
 * Reads a command line: its options, or `help`.
 *
 * @throws Error that names the option, its value and what it must be
 */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      cases: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      servers: { type: 'string' },
      upstream: { type: 'string', default: 'static' },
      connections: { type: 'string' },
      credentials: { type: 'string', default: '1' },
      latency: { type: 'string' },
      node: { type: 'string', default: process.execPath },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return 'help';
  const named = pickNames('--cases', values.cases, caseNames);
  return {
    rounds: readNumber('--rounds', values.rounds),
    seconds: readNumber('--seconds', values.seconds),
    cases: cases.filter(({ name }) => named.includes(name)),
    hasFind: named.includes('find') && values.latency === undefined,
    hasLive: named.includes('live') && values.latency === undefined,
    minutes: readNumber('--minutes', values.minutes),
    servers: pickNames('--servers', values.servers, serverNames),
    upstream: pickNames('--upstream', values.upstream, upstreamModes),
    connections:
      values.connections === undefined ? undefined : readNumber('--connections', values.connections),
    credentials: readNumber('--credentials', values.credentials),
    latencyMs: values.latency === undefined ? undefined : readNumber('--latency', values.latency),
    node: values.node,
    nodeVersion: versionOf(values.node),
  };
}

function versionOf(node: string): string {
  try {
    const version = execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (/^v\d+\.\d+\.\d+/.test(version)) return version.trim();
  } catch {
    // A path that does not start is reported below.
  }
  throw new Error(`--node is "${node}", but must be the path of a Node.js that starts`);
}

function readNumber(option: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number > 0) return number;
  throw new Error(`${option} is "${value}", but must be a whole number above 0`);
}

/** The named ones in the order of the list, or all. */
function pickNames<Name extends string>(
  option: string,
  value: string | undefined,
  all: readonly Name[],
): Name[] {
  const wanted = value?.split(',') ?? all;
  const unknown = wanted.find((name) => !all.some((each) => each === name));
  if (unknown !== undefined) throw new Error(`${option} is "${unknown}", but must be of ${all.join(', ')}`);
  return all.filter((name) => wanted.includes(name));
}
