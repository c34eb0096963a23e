import { parseArgs, type ParseArgsConfig } from 'node:util';
import { settingDefaults, type SettingName } from '../config.js';
import { printable, quote } from '../partner/quote.js';
import { versionOfPackage } from '../version.js';

/** What a command that only reports has printed. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

const commandNames = ['simulator', 'contract', 'check'] as const;

export interface NamedCommand {
  readonly name: (typeof commandNames)[number];
  readonly args: readonly string[];
}

/**
 * @returns a command to run, or what to print; undefined for an empty command line, which starts
 *   the façade
 */
export function readCommandLine(args: readonly string[]): NamedCommand | CommandResult | undefined {
  const [first = '-', ...others] = args;
  const name = commandNames.find((each) => each === first);
  if (name !== undefined) return { name, args: others };
  if (!first.startsWith('-')) return wrongUse(`${quote(first)} is not a command`);
  try {
    const { values } = parseArgs({ args: [...args], options: startOptions });
    if (values.help === true) return printed(helpText());
    return values.version === true ? printed(`${versionOfPackage()}\n`) : undefined;
  } catch (error) {
    return wrongUse(firstSentenceOf(error));
  }
}

const startOptions = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const wrongUse = (fault: string): CommandResult => ({
  exitCode: 1,
  stdout: '',
  stderr: `partner-graphql: ${printable(fault)}; --help lists commands and options.\n`,
});

export const printed = (stdout: string): CommandResult => ({ exitCode: 0, stdout, stderr: '' });

/**
 * What a command cannot use: its line, a file, a document. The message is one line for the person
 * who typed it.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @throws CommandError for an unknown option, or one without its value */
export function parseOptions<const Config extends Omit<ParseArgsConfig, 'args'>>(
  args: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config & { args: string[] }>> {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    throw new CommandError(`${firstSentenceOf(error)}; --help lists the options`);
  }
}

/** What parseArgs says for a person. */
function firstSentenceOf(error: unknown): string {
  const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
  return reason ?? 'Unreadable arguments';
}

function helpText(): string {
  // Its type demands exactly one line for every setting.
  const names = Object.keys(meanings) as SettingName[];
  const width = Math.max(...names.map((name) => name.length));
  const settings = names.flatMap((name) => {
    const value = settingDefaults[name];
    const text = value === undefined ? meanings[name] : `${meanings[name]} [${value}]`;
    return wrap(text).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`);
  });
  return [
    `partner-graphql ${versionOfPackage()}: a GraphQL façade over the read-only Partner API v1.`,
    '',
    'Usage: partner-graphql [--help | --version]',
    '       partner-graphql simulator [options]',
    '       partner-graphql contract URL|FILE [options]',
    '       partner-graphql check FILE… [options]',
    '',
    'Without a command it starts the façade. It takes its settings from the environment; with PARTNER_API_URL',
    'unset it also starts a simulator of the Partner API, and prints demo credentials for it.',
    '',
    'Commands, each with a --help of its own:',
    '  simulator  serves the Partner API with invented data',
    '  contract   compares the OpenAPI document of a Partner API with what the façade relies on',
    '  check      says which scopes and how many REST requests GraphQL documents need',
    '',
    'Settings, with their defaults in brackets:',
    ...settings,
    '',
    'Addresses: /graphql (GraphQL, and GraphiQL in a browser), /mcp, /health/live, /health/ready, /metrics.',
    'Credential: each request carries "Authorization: Bearer <credential>", which is forwarded to the Partner API.',
    '',
  ].join('\n');
}

/** Lines of as many words as fit into 74 characters. */
const wrap = (text: string): readonly string[] => text.match(/\S.{0,73}(?= |$)/g) ?? [];

/** What each setting means; `config.ts` has its default. */
const meanings: Readonly<Record<SettingName, string>> = {
  PARTNER_API_URL:
    'address of the Partner API, a path prefix included; unset: the simulator, except in production',
  HOST: 'address to listen on',
  PORT: 'port to listen on; 0: any free one, which is printed',
  METRICS_PORT:
    'port of its own for /metrics, on the same HOST; unset: PORT serves /metrics; 0: any free one',
  WORKERS: 'processes that share the port, or auto: as many as the machine runs at once',
  NODE_ENV: '"production" requires PARTNER_API_URL and HTTPS, for clients and upstream alike',
  TRUST_PROXY: 'true: believe X-Forwarded-Proto of the proxy in front',
  UPSTREAM_TIMEOUT_MS: 'milliseconds for one REST request, body included',
  OPERATION_TIMEOUT_MS: 'milliseconds for one GraphQL operation',
  UPSTREAM_MAX_CONCURRENCY: 'REST requests in flight at once for one operation',
  UPSTREAM_MAX_CONNECTIONS:
    'connections to the Partner API, and REST requests in flight, for all operations',
  MAX_OPERATIONS: 'operations in flight at once, half of them for one credential; more get 503',
  MAX_COOL_DOWN_SECONDS: 'longest wait after a 429, in seconds, whatever Retry-After says',
  CACHE:
    'redis: share the REST responses that are kept for max-age; off; or memory (deprecated), which is the same as off',
  CACHE_MAX_BYTES:
    'bytes of the REST responses that are kept, for max-age and to recognize an unchanged one',
  MAX_STALE_SECONDS:
    'seconds that a REST response is kept for requests with Cache-Control: max-age, per credential; 0: none',
  UNCHANGED_MAX_BYTES: 'deprecated: as CACHE_MAX_BYTES, where it is less',
  MAX_UPSTREAM_REQUESTS: 'REST requests that one operation may spend',
  MAX_UPSTREAM_BYTES: 'bytes of REST bodies that one operation may read',
  MAX_PAGE_SIZE: 'maximum of first and last',
  MAX_LIST_ARGUMENT: 'entries of one list argument, such as the ids of nodes',
  MAX_RESPONSE_NODES: 'fields and items of one response; a larger one ends the operation',
  MAX_RESULT_BYTES: 'bytes of the text of one response; a larger one ends the operation',
  MAX_UNREAD_BYTES: 'bytes of all results that are being built or wait for their readers',
  MAX_RESPONSE_BYTES: 'bytes of the largest REST body that is read, decompressed',
  MAX_REQUEST_BYTES: 'bytes of the largest GraphQL request body',
  MAX_QUERY_DEPTH: 'deepest selection',
  MAX_QUERY_TOKENS: 'longest document, in lexical tokens',
  MAX_QUERY_ALIASES: 'most aliases in one operation',
  INTROSPECTION: 'whether introspection is allowed',
  APQ: 'whether clients may register documents by their hash (automatic persisted queries)',
  FEDERATION: 'true: serve as a subgraph too (Federation 2), with _service and _entities',
  ERROR_BEHAVIOR: 'true: onError of a request chooses what an error does to data (a draft)',
  TRUSTED_DOCUMENTS: 'path of a manifest of documents that clients may name by their ids',
  TRUSTED_DOCUMENTS_MODE:
    'off, allow, or only: refuse every document that is not in the manifest; unset: allow with a manifest',
  GRAPHIQL: 'whether GraphiQL is served; unset: true, but false in production',
  DASHBOARD: 'whether the dashboard is served at /; unset: only beside the simulator',
  CORS_ORIGINS: 'comma-separated origins whose pages may send requests; unset: none',
  MCP: 'true: serve agents at /mcp; unset: only in front of the simulator',
  MCP_ALLOWED_HOSTS: 'comma-separated names that Host and Origin of a request to /mcp may have',
  MCP_MAX_RESULT_BYTES:
    'bytes of one result of a tool; longer lists are cut, and the result says so',
  ORGANIZATION_METRICS:
    'whether /metrics/organization is served, for Prometheus; unset: only beside the simulator',
  ORGANIZATION_METRICS_MAX_SCREENS: 'screens with series of their own in one scrape',
  LIVE_MIN_SECONDS: 'shortest interval of a subscription',
  LIVE_MAX_STREAMS: 'open subscriptions',
  LIVE_MAX_STREAMS_PER_CREDENTIAL: 'open subscriptions of one credential',
  LIVE_MAX_MINUTES: 'minutes until a subscription completes',
  LIVE_REQUESTS_PER_MINUTE: 'REST requests a minute for all subscriptions of one credential',
  DRAIN_DELAY_MS: 'after SIGTERM: milliseconds of accepting requests while /health/ready says 503',
  DRAIN_TIMEOUT_MS: 'then: milliseconds for requests in flight to end',
  HEADERS_TIMEOUT_MS: "milliseconds for a request's headers to arrive",
  REQUEST_TIMEOUT_MS: 'milliseconds for a whole request to arrive',
  STALL_TIMEOUT_MS: 'milliseconds in which a client must take each piece of its response',
  KEEP_ALIVE_TIMEOUT_MS: 'milliseconds that an idle connection of a client stays open',
  HTTPS_PROXY: 'proxy for a PARTNER_API_URL that begins with https:',
  HTTP_PROXY: 'proxy for a PARTNER_API_URL that begins with http:; it can read the credential',
  NO_PROXY: 'comma-separated names that are reached without a proxy, or *',
  REDIS_URL:
    'address of the Redis or Valkey through which processes share what they know, such as their waits',
  FLEET_SECRET:
    'secret of at least 32 characters under which they share it, the same for all; two, with a comma between, to replace one',
  TRACING: 'true: OpenTelemetry spans, by the SDK that the process has registered',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};
