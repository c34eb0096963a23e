import { searched } from './ending.js';
import type { ResultBody } from './rig.js';

/** A subscription over a socket, as Server-Sent Events. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; undefined once the server has completed the stream. */
  readonly next: () => Promise<ResultBody | undefined>;
  /** Closes the connection. */
  readonly leave: () => void;
}

export interface SubscribeOptions {
  readonly credential?: string | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the request's JSON, beside the operation. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Opens a subscription at the address of a façade. */
export async function subscribe(
  url: string,
  query: string,
  { credential = null, variables = {}, headers = {}, members = {} }: SubscribeOptions = {},
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, ...members }),
    signal: controller.signal,
  });
  const events = readEvents(response, credential);
  return {
    status: response.status,
    headers: response.headers,
    next: async () => (await events.next()).value,
    leave: () => {
      controller.abort();
    },
  };
}

async function* readEvents(
  { body }: Response,
  credential: string | null,
): AsyncGenerator<ResultBody, undefined, undefined> {
  if (body === null) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      searched({ what: 'event', text: block, credential: credential ?? undefined });
      const [, name = '', data = ''] = /^event: (\w+)\ndata:(.*)$/s.exec(block) ?? [];
      if (name === 'complete') return undefined;
      // The shape of a GraphQL result.
      if (name === 'next') yield JSON.parse(data) as ResultBody;
    }
  }
  return undefined;
}
