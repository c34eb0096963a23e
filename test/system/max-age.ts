import type { HttpClient } from './http-client.js';
import type { ClientResponse } from './send.js';
import { everything } from './test-system.js';

export interface Asking {
  readonly cacheControl?: string | undefined;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly variables?: object;
}

/** Posts an operation as most clients do. */
export const ask = (client: HttpClient, query: string, asking: Asking = {}): Promise<ClientResponse> =>
  client.send('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${asking.credential ?? everything}`,
      ...(asking.cacheControl !== undefined && { 'cache-control': asking.cacheControl }),
      ...asking.headers,
    },
    body: JSON.stringify({ query, variables: asking.variables }),
  });

export const upstreamOf = ({ extensions }: ClientResponse) =>
  extensions?.['upstream'] as { requests: number; cached: number; shared: number; estimated: number };

/** REST requests during `work`. */
export async function count(
  { simulator }: Pick<HttpClient, 'simulator'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = simulator.requests.length;
  await work();
  return simulator.requests.length - before;
}
