import { parseArgs } from 'node:util';
import { operations } from './operation.js';
import {
  maxSize,
  type SimulatorFault,
  type SimulatorOptions,
  type SimulatorSize,
} from './options.js';

export const help = `Usage: partner-graphql simulator [options]

Serves the Partner API v1 with demo data, the same at every start.

  --port N                 port to listen on (8080; 0 = any free port)
  --host ADDRESS           address to listen on (127.0.0.1)
  --prefix PATH            path in front of /api/partner, such as /tenant
  --screens N              screens of the main organization (240)
  --playlists N            its playlists (36)
  --media N                its media (420)
  --hidden-every N         omits every n-th place of each collection: short pages
  --latency MS             delay before every API response
  --quota N/SECONDS        requests per credential and window; others get 429
  --retry-after            adds Retry-After to each 429
  --require-https          responds to every API request with 426
  --fault RULE             makes some requests fail; may be repeated, e.g.
                           --fault operation=partnerV1_screens,status=503,rate=0.1
                           (operation, id, status, latencyMs, rate, times, retryAfterSeconds)
  --help                   prints this help
`;

/** An invalid command line; the message is one line for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * The options of a command line, or `help`.
 *
 * @throws UsageError for an unknown option or an invalid value: the option, its value, and what it
 *   must be
 */
export function readArguments(args: readonly string[]): SimulatorOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  return {
    port: wholeNumber('--port', values.port ?? '8080', 0, 65_535),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.prefix !== undefined && { pathPrefix: readPrefix(values.prefix) }),
    size: readSize(values),
    hiddenEvery: wholeNumber('--hidden-every', values['hidden-every'] ?? '0', 0, maxSize),
    latencyMs: wholeNumber('--latency', values.latency ?? '0', 0, maxTimerMs),
    ...(values.quota !== undefined && {
      quota: readQuota(values.quota, values['retry-after'] ?? false),
    }),
    requireHttps: values['require-https'] ?? false,
    faults: (values.fault ?? []).map(readFault),
  };
}

/** The longest delay of a Node.js timer. */
const maxTimerMs = 2 ** 31 - 1;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        prefix: { type: 'string' },
        screens: { type: 'string' },
        playlists: { type: 'string' },
        media: { type: 'string' },
        'hidden-every': { type: 'string' },
        latency: { type: 'string' },
        quota: { type: 'string' },
        'retry-after': { type: 'boolean' },
        'require-https': { type: 'boolean' },
        fault: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    // Only the first sentence of parseArgs is for a person.
    const message = error instanceof Error ? error.message : String(error);
    const [reason] = message.split(/\. |\n/);
    throw new UsageError(`${reason ?? 'Unreadable arguments'}; --help lists the options`);
  }
}

function readSize(values: Readonly<Record<string, unknown>>): SimulatorSize {
  const size: Record<string, number> = {};
  for (const name of ['screens', 'playlists', 'media']) {
    const value = values[name];
    if (typeof value === 'string') size[name] = wholeNumber(`--${name}`, value, 0, maxSize);
  }
  return size;
}

function readPrefix(value: string): string {
  if (/^\/?[\w.~-]+(\/[\w.~-]+)*\/?$/.test(value)) return value;
  throw invalid('--prefix', value, 'a path such as /tenant');
}

function readQuota(value: string, retryAfter: boolean): NonNullable<SimulatorOptions['quota']> {
  const [, requests = '', seconds = ''] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
  if (requests === '' || Number(seconds) === 0) {
    throw invalid('--quota', value, 'REQUESTS/SECONDS, such as 100/60');
  }
  return { requests: Number(requests), windowSeconds: Number(seconds), retryAfter };
}

function readFault(rule: string): SimulatorFault {
  const fault: Record<string, string | number> = {};
  for (const pair of rule.split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const read = Object.hasOwn(faultFields, name) ? faultFields[name] : undefined;
    if (!read) {
      const names = Object.keys(faultFields).join(', ');
      throw invalid('--fault', pair, `one of ${names}, as name=value`);
    }
    fault[name] = read(pair.slice(at + 1).trim());
  }
  return fault;
}

const faultFields: Readonly<Record<string, (value: string) => string | number>> = {
  operation(value) {
    const ids: readonly string[] = operations.map(({ id }) => id);
    if (ids.includes(value)) return value;
    throw invalid('--fault operation', value, `one of ${ids.join(', ')}`);
  },
  id: (value) => value,
  status: (value) => wholeNumber('--fault status', value, 400, 599),
  latencyMs: (value) => wholeNumber('--fault latencyMs', value, 0, maxTimerMs),
  rate(value) {
    const rate = value === '' ? NaN : Number(value);
    if (rate >= 0 && rate <= 1) return rate;
    throw invalid('--fault rate', value, 'a number from 0 to 1');
  },
  times: (value) => wholeNumber('--fault times', value, 1, Number.MAX_SAFE_INTEGER),
  retryAfterSeconds: (value) => wholeNumber('--fault retryAfterSeconds', value, 0, maxTimerMs),
};

function wholeNumber(where: string, value: string, from: number, to: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (number >= from && number <= to) return number;
  throw invalid(where, value, `a whole number from ${from} to ${to}`);
}

function invalid(where: string, value: string, wanted: string): UsageError {
  return new UsageError(`${where} is "${value}", but must be ${wanted}`);
}
