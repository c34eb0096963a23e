import type { Endpoint } from '../partner/endpoint.js';
import { acceptEncoding } from './transport/decode-body.js';

/** On whose behalf a request is sent. */
export interface Sender {
  readonly credential: string;
  /** A keyed hash of the credential, under which responses are kept. */
  readonly tenantKey: string;
  /** Id of the GraphQL request, sent as `X-Request-Id`. */
  readonly requestId: string;
  /** More headers of our own, for example the trace context. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a second attempt may be sent; false keeps the first attempt's error. */
  readonly maySendAgain: (endpoint: Endpoint) => boolean;
  /** Called when a cache gave the response, and nothing was sent. */
  readonly servedFromCache: () => void;
}

const userAgent = 'partner-graphql';

export const headersOf = ({ credential, requestId, headers }: Sender): Record<string, string> => ({
  authorization: `Bearer ${credential}`,
  accept: 'application/json',
  'accept-encoding': acceptEncoding,
  'user-agent': userAgent,
  'x-request-id': requestId,
  ...headers,
});
