import { z } from 'zod';
import {
  address,
  flag,
  fleetSecrets,
  hosts,
  origins,
  proxyAddress,
  redisAddress,
  whole,
  workers,
} from './setting-value.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting with its default and its meaning, from which `--help` and the table of
 * docs/settings.md follow. Texts are Markdown, with links as from that page. `unset` says what
 * holds where a setting without a default is not set.
 */
export const listedSettings = z.object({
  PARTNER_API_URL: address
    .optional()
    .meta({ unset: 'the simulator; refused in production' })
    .describe(
      '{base_url} of the Partner API, to which `/api/partner/v1/…` is appended; a path prefix is ' +
        'allowed; `/api/partner/v1` itself, user info, query and fragment are refused',
    ),
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, 'an address to listen on, such as 127.0.0.1')
    .default('127.0.0.1')
    .describe('address to listen on'),
  PORT: whole(0, 65_535)
    .default(4000)
    .describe('port to listen on; 0: any free one, which is printed'),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .meta({ unset: '`PORT` serves `/metrics`' })
    .describe(
      'port of its own for `/metrics` and health, on the same `HOST`; 0: any free one, which is ' +
        'logged; see [metrics](operation.md#metrics)',
    ),
  WORKERS: workers
    .default(1)
    .describe(
      'processes that share the port, 1 to 256, or `auto`: one for each core; see ' +
        '[workers](operation.md#workers)',
    ),
  NODE_ENV: z
    .string()
    .default('')
    .describe(
      '`production` requires `PARTNER_API_URL` and HTTPS, for clients and upstream alike; any ' +
        'value but `development` and `test` requires `PARTNER_API_URL`, and an unknown one is ' +
        'logged',
    ),
  TRUST_PROXY: flag
    .default(false)
    .describe('`true`: believe `X-Forwarded-Proto` of the proxy in front; its last entry counts'),
  UPSTREAM_TIMEOUT_MS: whole(1)
    .default(10_000)
    .describe('deadline of one REST request, body included'),
  OPERATION_TIMEOUT_MS: whole(1).default(30_000).describe('deadline of one GraphQL operation'),
  UPSTREAM_MAX_CONCURRENCY: whole(1)
    .default(32)
    .describe('REST requests in flight at once for one operation'),
  UPSTREAM_MAX_CONNECTIONS: whole(1)
    .default(128)
    .describe(
      'connections to the Partner API, and REST requests in flight, of the whole process; see ' +
        '[fair shares](operation.md#load-and-fair-shares)',
    ),
  MAX_OPERATIONS: whole(1)
    .default(1000)
    .describe(
      'operations in flight; above it, or above the [share](operation.md#load-and-fair-shares) ' +
        'of a credential, 503 with `Retry-After`',
    ),
  MAX_COOL_DOWN_SECONDS: whole(1)
    .default(300)
    .describe(
      'maximum wait after a 429, in seconds, whatever `Retry-After` says; clients see the wait ' +
        'that the façade applies',
    ),
  CACHE: z
    .enum(['off', 'memory', 'redis'], 'off, memory or redis')
    .default('off')
    .describe(
      '`redis`: share the responses that are kept for ' +
        '[`max-age`](cost.md#freshness-that-the-client-chooses) through ' +
        '[`REDIS_URL`](operation.md#several-replicas), encrypted; `memory` is deprecated and the ' +
        'same as `off`',
    ),
  CACHE_MAX_BYTES: whole(1)
    .default(67_108_864)
    .describe(
      'bytes of the REST responses that are kept: they serve `max-age`, and save parsing the ' +
        'next response of a path if it is the same; with `CACHE=redis` each process also keeps ' +
        'up to that many bytes in Redis, to which it writes nearly every response',
    ),
  MAX_STALE_SECONDS: whole(0)
    .default(60)
    .describe(
      'seconds that REST responses are kept for ' +
        '[`max-age`](cost.md#freshness-that-the-client-chooses) of a request, and its bound; ' +
        '`0`: none',
    ),
  UNCHANGED_MAX_BYTES: whole(0)
    .optional()
    .describe('deprecated: the bound of `CACHE_MAX_BYTES`, where it is less'),
  MAX_UPSTREAM_REQUESTS: whole(1)
    .default(250)
    .describe('REST requests that one operation may spend'),
  MAX_UPSTREAM_BYTES: whole(1)
    .default(67_108_864)
    .describe('bytes of REST bodies that one operation may read, counted after decompression'),
  MAX_PAGE_SIZE: whole(1).default(1000).describe('maximum of `first` and `last`'),
  MAX_LIST_ARGUMENT: whole(1)
    .default(1000)
    .describe('entries of one list argument, such as the ids of `nodes`'),
  MAX_RESPONSE_NODES: whole(1)
    .default(250_000)
    .describe(
      'fields and items of one response; a larger one ends the operation with no data and one ' +
        'error',
    ),
  MAX_RESULT_BYTES: whole(1)
    .default(67_108_864)
    .describe(
      'bytes of the text of one response, whatever its form, as characters and punctuation; a ' +
        'larger one ends the operation with no data and one error',
    ),
  MAX_UNREAD_BYTES: whole(1)
    .default(67_108_864)
    .describe(
      'bytes of all results together that are being built or wait for their readers; credentials ' +
        'that are not accepted share a quarter; beyond it, whoever holds most loses what has ' +
        'waited longest',
    ),
  MAX_RESPONSE_BYTES: whole(1)
    .default(16_777_216)
    .describe('bytes of one REST body, counted after decompression'),
  MAX_REQUEST_BYTES: whole(1)
    .default(131_072)
    .describe('bytes of one GraphQL request body; above it, 413'),
  MAX_QUERY_DEPTH: whole(1)
    .default(20)
    .describe('levels of selections; an inline fragment adds none'),
  MAX_QUERY_TOKENS: whole(1).default(5000).describe('lexical tokens of one document'),
  MAX_QUERY_ALIASES: whole(0)
    .default(50)
    .describe('aliases of one operation, with fragments expanded'),
  INTROSPECTION: flag
    .default(true)
    .describe('whether introspection is allowed; `false` also removes suggestions from messages'),
  APQ: flag.default(true).describe('whether clients may register documents by their hash'),
  FEDERATION: flag
    .default(false)
    .describe('`true`: serve as a [subgraph](federation.md) too, with `_service` and `_entities`'),
  ERROR_BEHAVIOR: flag
    .default(false)
    .describe(
      '`true`: a request chooses with [`onError`](errors.md#onerror-a-draft) what an error does ' +
        'to `data`',
    ),
  TRUSTED_DOCUMENTS: z
    .string()
    .optional()
    .describe(
      'path of a manifest of [trusted documents](security.md#trusted-documents), which clients ' +
        'name by their ids',
    ),
  TRUSTED_DOCUMENTS_MODE: z
    .enum(['off', 'allow', 'only'], 'off, allow or only')
    .optional()
    .meta({ unset: '`allow` with a manifest' })
    .describe('`off`, `allow`, or `only`: refuse every other document'),
  GRAPHIQL: flag
    .optional()
    .meta({ unset: '`true`, but `false` in production' })
    .describe('whether GraphiQL is served'),
  DASHBOARD: flag
    .optional()
    .meta({ unset: '`true` beside the embedded simulator, `false` without one' })
    .describe('whether the dashboard is served at `/`'),
  CORS_ORIGINS: origins
    .default([])
    .meta({ unset: 'none' })
    .describe('comma-separated origins whose pages may send requests'),
  MCP: flag
    .optional()
    .meta({ unset: '`true` beside the simulator, else `false`' })
    .describe('whether [agents](agents.md) are served at `/mcp`'),
  MCP_ALLOWED_HOSTS: hosts
    .default(['localhost', '127.0.0.1', '[::1]'])
    .describe(
      'comma-separated names, without ports, that `Host` and `Origin` of a request to `/mcp` may ' +
        'have; any other is 403',
    ),
  MCP_MAX_RESULT_BYTES: whole(4096)
    .default(65_536)
    .describe(
      'bytes of one result of a tool, at least 4096; longer lists are cut, and the result says ' +
        'how to read on',
    ),
  ORGANIZATION_METRICS: flag
    .optional()
    .meta({ unset: '`true` beside the simulator, else `false`' })
    .describe(
      'whether the [metrics of an organization](operation.md#metrics-of-an-organization) are ' +
        'served at `/metrics/organization`',
    ),
  ORGANIZATION_METRICS_MAX_SCREENS: whole(0)
    .default(2000)
    .describe('screens with series of their own in one scrape; the others are counted'),
  LIVE_MIN_SECONDS: whole(1, 3600)
    .default(5)
    .describe(
      'shortest `everySeconds` of a [subscription](cost.md#what-a-subscription-costs), 1 to 3600',
    ),
  LIVE_MAX_STREAMS: whole(0)
    .default(1000)
    .describe(
      'open subscriptions; above it 503 with `Retry-After`, or the [end](live.md#bounds) of one ' +
        'that is not accepted',
    ),
  LIVE_MAX_STREAMS_PER_CREDENTIAL: whole(0)
    .default(100)
    .describe('open subscriptions of one credential; above it 503 with `Retry-After`'),
  LIVE_MAX_MINUTES: whole(1)
    .default(60)
    .describe('minutes until a subscription completes, so that its client subscribes anew'),
  LIVE_REQUESTS_PER_MINUTE: whole(1)
    .default(600)
    .describe('REST requests a minute that all polls of one credential may need'),
  DRAIN_DELAY_MS: whole(0)
    .default(0)
    .describe(
      'after SIGTERM or SIGINT: how long requests are still accepted while `/health/ready` says ' +
        '503',
    ),
  DRAIN_TIMEOUT_MS: whole(0)
    .default(25_000)
    .describe('after that: how long requests in flight may take'),
  HEADERS_TIMEOUT_MS: whole(1)
    .default(10_000)
    .describe(
      'how long a client may take to send its headers, enforced within a second; at most ' +
        '`REQUEST_TIMEOUT_MS`',
    ),
  REQUEST_TIMEOUT_MS: whole(1)
    .default(30_000)
    .describe('how long a client may take to send its whole request'),
  STALL_TIMEOUT_MS: whole(1)
    .default(60_000)
    .describe(
      'how long a client may take to read each piece of its response: 64 KB of a large one, up ' +
        'to 256 KB of any other; then the connection is closed',
    ),
  KEEP_ALIVE_TIMEOUT_MS: whole(1)
    .default(65_000)
    .describe(
      'how long an idle connection of a client stays open; longer than the [load ' +
        'balancer](operation.md#load-balancers) keeps it',
    ),
  HTTPS_PROXY: proxyAddress
    .optional()
    .describe(
      'proxy for the connections to a `PARTNER_API_URL` that begins with `https:`, such as ' +
        '`http://user:password@proxy.example.com:3128`; its name in lower case wins; see [a ' +
        'proxy on the way out](operation.md#a-proxy-on-the-way-out)',
    ),
  HTTP_PROXY: proxyAddress
    .optional()
    .describe('the same where it begins with `http:`; that proxy can read the credential'),
  NO_PROXY: z
    .string()
    .optional()
    .describe(
      'comma-separated names that are reached without a proxy, each with all below it and ' +
        'perhaps a port, or `*`; loopback addresses always are',
    ),
  REDIS_URL: redisAddress
    .optional()
    .describe(
      'address of the Redis or Valkey through which [replicas](operation.md#several-replicas) ' +
        'and workers share what they know: `redis:`, or `rediss:` for TLS',
    ),
  FLEET_SECRET: fleetSecrets
    .optional()
    .describe(
      'secret of at least 32 characters, the same for all of them; required with `REDIS_URL`; ' +
        'two with a comma between them replace one by the other',
    ),
  TRACING: flag
    .default(false)
    .describe(
      '`true`: OpenTelemetry spans and W3C trace context, through the SDK that the process ' +
        'registers',
    ),
  LOG_LEVEL: z
    .enum(logLevels, `one of ${logLevels.join(', ')}`)
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
});

export type SettingName = keyof z.input<typeof listedSettings>;

/** A setting as texts show it. */
export interface DescribedSetting {
  readonly name: SettingName;
  /** Undefined for a setting without one. */
  readonly default: string | undefined;
  /** What holds where it has no default and is not set, in Markdown. */
  readonly unset: string | undefined;
  /** In Markdown. */
  readonly meaning: string;
}

export const describedSettings: readonly DescribedSetting[] = Object.entries(
  listedSettings.shape,
).map(([name, schema]) => {
  const { description = '', unset } = schema.meta() ?? {};
  return {
    // The entries of the shape have its names.
    name: name as SettingName,
    default: defaultText(schema),
    unset: typeof unset === 'string' ? unset : undefined,
    meaning: description,
  };
});

/** An empty default is as good as none. */
function defaultText(schema: z.ZodType): string | undefined {
  const text = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : '';
  return text === '' ? undefined : text;
}
