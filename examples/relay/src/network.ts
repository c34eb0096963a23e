import {
  type GraphQLResponse,
  Observable,
  type PayloadError,
  type RequestParameters,
  type Variables,
} from 'relay-runtime';

interface Service {
  readonly url: string;
  readonly credential: string;
}

interface Result {
  readonly data?: object | null;
  readonly errors?: PayloadError[];
}

/**
 * Fields of a deferred fragment, or items of a streamed list. Their place, or that of the first
 * item, is `path`.
 */
interface Part {
  readonly data?: object | null;
  readonly items?: readonly (object | null)[] | null;
  readonly errors?: PayloadError[];
  readonly label?: string;
  readonly path: readonly (string | number)[];
}

/** One message of the façade: a result, the parts of one, or the end. */
type Message = Result | { readonly incremental: readonly Part[] } | { readonly hasNext: false };

/**
 * Relay's network: JSON, and a stream of events for a subscription, `@defer`, `@stream` and
 * `@stream_connection`.
 */
export const sendTo =
  (service: Service) =>
  ({ text, operationKind }: RequestParameters, variables: Variables): Observable<GraphQLResponse> =>
    Observable.create<GraphQLResponse>((sink) => {
      const leaving = new AbortController();
      const read = async (): Promise<void> => {
        const isStreamed =
          operationKind === 'subscription' || /@(?:defer|stream)\b/.test(text ?? '');
        const accept = isStreamed ? 'text/event-stream' : 'application/json';
        const body = JSON.stringify({ query: text, variables });
        for await (const message of readMessages(service, { accept, body, signal: leaving.signal }))
          for (const response of responsesOf(message)) sink.next(response);
        sink.complete();
      };
      read().catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        sink.error(error instanceof Error ? error : new Error(String(error)));
      });
      return () => leaving.abort();
    });

function responsesOf(message: Message): readonly GraphQLResponse[] {
  if ('incremental' in message) return message.incremental.flatMap(responsesOfPart);
  if ('data' in message || 'errors' in message)
    return [{ ...message, data: message.data ?? undefined, errors: message.errors ?? [] }];
  return [];
}

/** Each streamed item is a response of its own. */
function responsesOfPart({ items, ...part }: Part): readonly GraphQLResponse[] {
  if (items == null) return [responseAt(part)];
  const list = part.path.slice(0, -1);
  const first = Number(part.path.at(-1));
  return items.map((data, index) => responseAt({ ...part, data, path: [...list, first + index] }));
}

/**
 * Relay wants the paths of errors from the place of the part. It throws the errors of a part
 * without data.
 */
const responseAt = ({ data, path, errors = [], ...part }: Part): GraphQLResponse => ({
  ...part,
  data: data ?? undefined,
  path: [...path],
  errors: errors
    .filter((error) => error.path?.[path.length - 1] === path.at(-1))
    .map((error) => ({ ...error, path: error.path?.slice(path.length) ?? [] })),
});

async function* readMessages(
  { url, credential }: Service,
  {
    accept,
    body,
    signal,
  }: { readonly accept: string; readonly body: string; readonly signal: AbortSignal },
): AsyncGenerator<Message> {
  const headers = {
    accept,
    'content-type': 'application/json',
    authorization: `Bearer ${credential}`,
  };
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body !== null) {
    yield* readEvents(response.body);
    return;
  }
  // The body is a GraphQL response whatever the status.
  const result = (await response.json()) as Message;
  // Relay would take it for data whose fields failed, and throw no error.
  if (!response.ok)
    throw new Error(`The façade responded with HTTP ${response.status}.`, { cause: result });
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
