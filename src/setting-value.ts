import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { quote } from './partner/quote.js';

const maxWhole = 2 ** 31 - 1;

/** Each schema's message says what a setting must be. */
export function whole(min: number, max = maxWhole) {
  const message =
    max === maxWhole ? `a whole number of ${min} or more` : `a whole number from ${min} to ${max}`;
  return (
    z
      .string()
      .regex(/^\d{1,10}$/, message)
      .transform(Number)
      // Of a union whose members all abort, zod reports the union's own message.
      .refine((value) => value >= min && value <= max, { error: message, abort: true })
  );
}

export const flag = z
  .enum(['true', 'false'], 'true or false')
  .transform((value) => value === 'true');

/** Processes; no machine has more cores, so a larger number is a typing error. */
const maxWorkers = 256;

const auto = z.literal('auto').transform(() => Math.min(maxWorkers, availableParallelism()));

export const workers = z.union(
  [auto, whole(1, maxWorkers)],
  `a whole number from 1 to ${maxWorkers}, or auto`,
);

export const address = z.string().superRefine((value, context) => {
  const fault = findBaseUrlFault(value);
  if (fault !== undefined) context.addIssue(fault);
});

/** What PARTNER_API_URL must be. */
export const anAddress = 'an address such as https://signage.example.com';

function findBaseUrlFault(value: string): string | undefined {
  if (!URL.canParse(value)) return anAddress;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'an address that begins with https: or http:';
  }
  if (url.username !== '' || url.password !== '') {
    return 'an address without a user name or password';
  }
  if (/[?#]/.test(value)) return 'an address without a query or fragment';
  const [, prefix] = ofEveryRequest.exec(url.pathname) ?? [];
  return prefix === undefined
    ? undefined
    : `${quote(url.origin + prefix)}: the façade adds /api/partner/v1 and the rest itself`;
}

/**
 * The path of an address with what each request adds itself; the group is the part that belongs to
 * {base_url}.
 */
const ofEveryRequest = /^(.*?)\/api\/partner(?:\/v1(?:\/|$)|\/*$)/;

/**
 * Values of NODE_ENV with which the simulator may run. Any other, such as `prod` or `staging`, may
 * be a deployment.
 */
export const demoEnvironments: readonly string[] = ['', 'development', 'test'];

/**
 * What PARTNER_API_URL must be where NODE_ENV has this value; undefined for an address that is fine
 * there, or a fault anywhere.
 */
export function findEnvironmentFault(
  environment: string,
  url: string | undefined,
): string | undefined {
  if (environment === 'production') return findProductionFault(url);
  if (url !== undefined || demoEnvironments.includes(environment)) return undefined;
  const named = JSON.stringify(environment.slice(0, 200));
  return `${anAddress}: the simulator runs only where NODE_ENV is development, test or unset, and it is ${named}`;
}

/**
 * What PARTNER_API_URL must be in production; undefined for an address that is fine there, or a
 * fault anywhere.
 */
function findProductionFault(url: string | undefined): string | undefined {
  if (url === undefined) return `${anAddress}: the simulator does not run in production`;
  if (findBaseUrlFault(url) !== undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return 'an https: address where NODE_ENV is production (http: only for a loopback address)';
}

export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

const aProxyAddress = 'the address of a proxy, such as http://proxy.example.com:3128';

/** Many programs take one without a scheme. */
export const proxyUrl = (value: string): URL =>
  new URL(/^\w+:\/\//.test(value) ? value : `http://${value}`);

/** The address of a proxy, with a user and a password where it wants them. */
export const proxyAddress = z.string().refine((value) => {
  try {
    const { protocol, pathname, search, hash, username, password } = proxyUrl(value);
    decodeURIComponent(username + password);
    return /^https?:$/.test(protocol) && `${pathname}${search}${hash}` === '/';
  } catch {
    return false;
  }
}, aProxyAddress);

const aRedisAddress =
  'an address such as redis://127.0.0.1:6379, or one that begins with rediss: for TLS';

export const redisAddress = z
  .string()
  .refine((value) => /^rediss?:\/\/[^/]/.test(value) && URL.canParse(value), aRedisAddress);

/** What FLEET_SECRET must be. */
export const aFleetSecret = 'a secret of at least 32 characters, or two with a comma between them';

/** The first secret closes, and each opens (docs/operation.md, "Several replicas"). */
export const fleetSecrets = z.string().transform((value, context) => {
  const [first = '', ...others] = value.split(',').map((secret) => secret.trim());
  if (others.length > 1 || [first, ...others].some((secret) => secret.length < 32)) {
    context.addIssue(aFleetSecret);
  }
  return [first, ...others] as const;
});

const commaSeparated = (isValid: (text: string) => boolean, what: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .refine((listed) => listed.every(isValid), `a comma-separated list of ${what}`);

/** Exact origins as browsers send them: scheme, host and port without a path. */
export const origins = commaSeparated(
  (text) => URL.canParse(text) && new URL(text).origin === text,
  'origins such as https://app.example.com',
);

/** Names of hosts without a port, as the URL of a request spells them. */
export const hosts = z
  .string()
  .toLowerCase()
  .pipe(commaSeparated(isHostName, 'host names without ports, such as mcp.example.com'));

function isHostName(text: string): boolean {
  const address = `http://${text}`;
  return /^[\w.:[\]-]+$/.test(text) && URL.canParse(address) && new URL(address).hostname === text;
}

/**
 * A value for a message, without the parts of an address that may contain a secret: before an `@`,
 * and the query.
 */
export function describeValue(value: string): string {
  const hidden = value
    .replace(
      /^(?:(https?:\/\/)|.).*@/s,
      (_all, scheme: string | undefined) => `${scheme ?? ''}***@`,
    )
    .replace(/[?#].*/s, (rest) => `${rest.slice(0, 1)}***`);
  return quote(hidden);
}
