import type { OperationOptions } from '../rig/operation-request.js';
import type { HttpClient } from './http-client.js';
import type { ClientResponse } from './send.js';

export interface Asking extends OperationOptions {
  readonly cacheControl?: string | undefined;
}

export const ask = (
  client: HttpClient,
  query: string,
  { cacheControl, headers, ...options }: Asking = {},
): Promise<ClientResponse> =>
  client.ask(query, {
    headers: { ...(cacheControl !== undefined && { 'cache-control': cacheControl }), ...headers },
    ...options,
  });

export const upstreamOf = ({ extensions }: ClientResponse) =>
  extensions?.['upstream'] as { requests: number; cached: number; shared: number; estimated: number };
