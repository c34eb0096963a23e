import { searched } from './ending.js';
import { type OperationOptions, operationRequest } from './operation-request.js';
import type { ResultBody } from './rig.js';

/** Opens a subscription over a socket, as Server-Sent Events, at the address of a façade. */
export async function subscribe(
  url: string,
  query: string,
  { headers, ...options }: OperationOptions = {},
) {
  const controller = new AbortController();
  const request = operationRequest(query, {
    ...options,
    headers: { accept: 'text/event-stream', ...headers },
    url,
  });
  // The signal of a request object is lost when the object is collected.
  const response = await fetch(request, { signal: controller.signal });
  const events = readEvents(response, options.credential ?? undefined);
  return {
    status: response.status,
    headers: response.headers,
    /** The next event; undefined once the server has completed the stream. */
    next: async (): Promise<ResultBody | undefined> => (await events.next()).value,
    leave: () => controller.abort(),
  };
}

/** Reads the text of a response as far as it is needed. */
export function readerOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    /** All that has come, once this is in it. */
    async until(part: string): Promise<string> {
      while (!text.includes(part)) {
        const read = await reader?.read();
        if (read?.done !== false)
          throw new Error(`The response has ended without "${part}": ${text}`);
        text += read.value;
      }
      return text;
    },
    leave: () => reader?.cancel().catch(() => undefined),
  };
}

export type EventStream = Awaited<ReturnType<typeof subscribe>>;

async function* readEvents(
  { body }: Response,
  credential: string | undefined,
): AsyncGenerator<ResultBody, undefined, undefined> {
  if (body === null) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      searched({ what: 'event', text: block, credential });
      const [, name = '', data = ''] = /^event: (\w+)\ndata:(.*)$/s.exec(block) ?? [];
      if (name === 'complete') return undefined;
      // The shape of a GraphQL result.
      if (name === 'next') yield JSON.parse(data) as ResultBody;
    }
  }
  return undefined;
}
