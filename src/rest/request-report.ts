import type { Drift } from '../partner/drift.js';
import type { Endpoint } from '../partner/endpoint.js';
import { type PartnerError, type ReportedCode, reportedCode } from '../partner/error.js';
import type { RestRequest } from './transport/transport.js';

export type DriftFound = (endpoint: Endpoint, drift: Drift) => void;

/** Follows REST requests, for logs, metrics and traces. */
export interface RestObserver {
  /**
   * May add headers to a request before it is sent.
   *
   * @returns takes the report when the request has ended
   */
  readonly requestStarted: (request: RestRequest) => (report: RequestReport) => void;
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
  readonly upstreamRequestId: string | undefined;
  readonly requestId: string;
  readonly startedAt: number;
  readonly milliseconds: number;
}

/**
 * Why a request has no usable response in time, for log and metrics: clients do not read it.
 * `status`: that of the response says so. `timeout`: the connection was open.
 */
export type FailureCause = keyof typeof causeCodes;

/**
 * The codes of each cause, those of Node.js and of undici. `tls` has those of OpenSSL: of the
 * protocol, and of the verification of certificates (`X509 certificate error codes`). `proxy` has
 * one of ours.
 */
const causeCodes = {
  dns: /^(?:ENOTFOUND$|EAI_)/,
  refused: /^ECONNREFUSED$/,
  unreachable: /^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
  connect_timeout: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
  tls: /^EPROTO$|^ERR_(?:SSL|TLS)_|CERT|CRL|SIGNATURE|HOSTNAME_MISMATCH|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/,
  reset: /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
  proxy: /^ERR_PROXY$/,
  status: undefined,
  timeout: undefined,
  other: undefined,
};

// The keys of the literal.
export const failureCauses = Object.keys(causeCodes) as FailureCause[];

/** Why a request was out of time: its connection had not opened. */
export const connectTimeout = Object.assign(new Error('The connection did not open.'), {
  code: 'ETIMEDOUT',
});

/** The cause of an UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT; undefined for any other error. */
export function failureCause(error: PartnerError): FailureCause | undefined {
  const code = reportedCode(error);
  if (code !== 'UPSTREAM_UNAVAILABLE' && code !== 'UPSTREAM_TIMEOUT') return undefined;
  const { facts, cause } = error;
  if (facts.status !== undefined) return 'status';
  if (cause === undefined) return code === 'UPSTREAM_TIMEOUT' ? 'timeout' : 'other';
  return causeOf(cause);
}

/** Why no connection opens. */
export interface ConnectionFault {
  readonly cause: FailureCause;
  /** The code of Node.js, such as ENOTFOUND. */
  readonly reason: string;
}

/** The cause of an error of Node.js, undici or `fetch`. */
export function causeOf(error: unknown): FailureCause {
  const code = systemCodeOf(error);
  return failureCauses.find((each) => causeCodes[each]?.test(code)) ?? 'other';
}

/**
 * An error of the transport holds what it was made of: that of undici, or a TypeError of `fetch`
 * around it. Empty without a code.
 */
export function systemCodeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
  }
  return '';
}
