import type { Drift } from '../partner/drift.js';
import type { Endpoint } from '../partner/endpoint.js';
import { type PartnerError, type ReportedCode, reportedCode } from '../partner/error.js';

export type DriftFound = (endpoint: Endpoint, drift: Drift) => void;

/** Follows REST requests, for logs, metrics and traces. */
export interface RestObserver {
  readonly requestStarted: (endpoint: Endpoint) => void;
  readonly requestEnded: (report: RequestReport) => void;
  readonly driftFound: DriftFound;
}

/** One REST request as it ended. Never holds the credential. */
export interface RequestReport {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly attempt: number;
  readonly status: number | undefined;
  readonly code: ReportedCode | undefined;
  /** Of UPSTREAM_UNAVAILABLE and UPSTREAM_TIMEOUT. */
  readonly cause: FailureCause | undefined;
  /** The upstream's id of the request, from its envelope. */
  readonly upstreamRequestId: string | undefined;
  readonly requestId: string;
  readonly startedAt: number;
  readonly milliseconds: number;
}

/**
 * Why a request has no usable response in time, for log and metrics: clients do not read it. `status`: that of the
 * response says so. `timeout`: the connection was open.
 */
export const failureCauses = [
  'dns',
  'refused',
  'unreachable',
  'connect_timeout',
  'tls',
  'reset',
  'status',
  'timeout',
  'other',
] as const;

export type FailureCause = (typeof failureCauses)[number];

/** Why a request was out of time: its connection had not opened. */
export const connectTimeout = Object.assign(new Error('The connection did not open.'), { code: 'ETIMEDOUT' });

/** The cause of an UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT; undefined for any other error. */
export function failureCause(error: PartnerError): FailureCause | undefined {
  const code = reportedCode(error);
  if (code !== 'UPSTREAM_UNAVAILABLE' && code !== 'UPSTREAM_TIMEOUT') return undefined;
  const { facts, cause } = error;
  if (facts.status !== undefined) return 'status';
  if (cause === undefined) return code === 'UPSTREAM_TIMEOUT' ? 'timeout' : 'other';
  const systemCode = systemCodeOf(cause);
  return causeByCode.get(systemCode) ?? (isOfTls(systemCode) ? 'tls' : isOfDns(systemCode) ? 'dns' : 'other');
}

/** Codes of Node.js and of undici. */
const causeByCode: ReadonlyMap<string, FailureCause> = new Map([
  ['ENOTFOUND', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['EPROTO', 'tls'],
  ['ECONNRESET', 'reset'],
  ['ECONNABORTED', 'reset'],
  ['EPIPE', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'reset'],
]);

const isOfDns = (code: string): boolean => code.startsWith('EAI_');

/** Codes of OpenSSL: of the protocol, and of the verification of certificates (`X509 certificate error codes`). */
const isOfTls = (code: string): boolean =>
  /^ERR_(?:SSL|TLS)_|CERT|CRL|SIGNATURE|HOSTNAME_MISMATCH|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/.test(
    code,
  );

/** An error of the transport holds what it was made of: that of undici, or a TypeError of `fetch` around it. */
function systemCodeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return '';
}
