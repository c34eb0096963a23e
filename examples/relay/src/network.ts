import { type FetchFunction, type GraphQLResponse, Observable, type PayloadError } from 'relay-runtime';

interface Service {
  readonly url: string;
  readonly credential: string;
}

/** A result, or a deferred part of one, whose place is `path`. */
interface Part {
  readonly data: object;
  readonly errors?: PayloadError[];
  readonly label?: string;
  readonly path?: (string | number)[];
}

/** One message of the façade: a result, the deferred parts of one, or the end. */
type Message = Part | { readonly incremental?: readonly Part[] };

/** Relay's network: JSON, and a stream of events for a document with `@defer`. */
export const fetchFrom =
  (service: Service): FetchFunction =>
  ({ text }, variables) =>
    Observable.create<GraphQLResponse>((sink) => {
      const leaving = new AbortController();
      const read = async (): Promise<void> => {
        const accept = text?.includes('@defer') === true ? 'text/event-stream' : 'application/json';
        const body = JSON.stringify({ query: text, variables });
        for await (const message of readMessages(service, { accept, body, signal: leaving.signal }))
          for (const part of partsOf(message)) sink.next(part);
        sink.complete();
      };
      read().catch((error: unknown) => sink.error(error instanceof Error ? error : new Error(String(error))));
      return () => leaving.abort();
    });

/** Relay takes deferred parts one by one, and the paths of their errors from the place of the part. */
function partsOf(message: Message): readonly GraphQLResponse[] {
  if ('data' in message) return [message];
  return (message.incremental ?? []).map(({ path = [], errors = [], ...part }) => ({
    ...part,
    path,
    errors: errors.map((error) => ({ ...error, path: error.path?.slice(path.length) ?? [] })),
  }));
}

async function* readMessages(
  { url, credential }: Service,
  { accept, body, signal }: { readonly accept: string; readonly body: string; readonly signal: AbortSignal },
): AsyncGenerator<Message> {
  const headers = { accept, 'content-type': 'application/json', authorization: `Bearer ${credential}` };
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body !== null) {
    yield* readEvents(response.body);
    return;
  }
  // The body is a GraphQL response whatever the status.
  const result = (await response.json()) as Message;
  // Relay would take it for data whose fields failed, and throw no error.
  if (!response.ok) throw new Error(`The façade responded with HTTP ${response.status}.`, { cause: result });
  yield result;
}

/** The messages of a stream: an event is lines, and ends with an empty one. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: *(\{.*)$/m.exec(event)?.[1];
      // The façade's events hold its messages.
      if (data !== undefined) yield JSON.parse(data) as Message;
    }
  }
}
