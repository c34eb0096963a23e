import type { Facade } from '../../src/facade.js';
import { everything } from './fleet.js';

/** What a replica has responded, and what it cost. */
export interface Reply {
  readonly data: unknown;
  readonly messages: readonly string[];
  readonly codes: readonly unknown[];
  readonly requests: number;
  readonly cached: number;
  readonly age: string | null;
}

export interface Posting {
  readonly credential?: string;
  readonly cacheControl?: string;
}

/** Posts any body to a replica. */
export async function post(
  facade: Facade,
  body: unknown,
  { credential = everything, cacheControl }: Posting = {},
): Promise<Reply> {
  const response = await facade.fetch(
    new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${credential}`,
        ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
      },
      body: JSON.stringify(body),
    }),
  );
  // GraphQL over HTTP, with the façade's own extensions.
  const { data, errors, extensions } = (await response.json()) as {
    data?: unknown;
    errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
    extensions?: { upstream?: { requests: number; cached: number } };
  };
  return {
    data,
    messages: (errors ?? []).map(({ message }) => message),
    codes: (errors ?? []).map((error) => error.extensions?.['code']),
    requests: extensions?.upstream?.requests ?? 0,
    cached: extensions?.upstream?.cached ?? 0,
    age: response.headers.get('age'),
  };
}

/**
 * The reply of a new replica that Redis has served in time. On a busy machine 45 ms may pass without a turn of the event
 * loop, and then the replica goes on alone, as it should: the next one tries.
 */
export async function askNew(
  start: () => Promise<Facade>,
  body: unknown,
  isServed: (reply: Reply) => boolean,
  posting: Posting = {},
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await post(await start(), body, posting);
    if (isServed(reply) || attempt === 5) return reply;
  }
}
