import { tooLarge } from './decode-body.js';
import { type Transport, type TransportOptions, type RestResponse, TransportError } from './transport.js';

/**
 * Carries requests with a runtime's own `fetch`, for workers and edges that have no sockets. Bodies arrive
 * decoded, so the limit counts decoded bytes here too; redirects are handed back, not followed.
 */
export function createFetchTransport(
  options: Pick<TransportOptions, 'baseUrl' | 'maxBytes'>,
  fetchFn: typeof fetch,
): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  return ({ path, headers }) => {
    const leaving = new AbortController();
    const asked = fetchFn(base + path, { headers, redirect: 'manual', signal: leaving.signal });
    const unreachable = (cause: unknown): Error => {
      const reason: unknown = leaving.signal.reason;
      if (reason instanceof Error) return reason;
      return new TransportError('connection', 'could not be reached, or broke off', cause);
    };
    const answer = asked.then(
      (response) =>
        readAnswer(response, options.maxBytes).catch((cause: unknown) => {
          // What breaks off under `fetch` is a TypeError, by its standard; anything else is a fault of ours.
          throw cause instanceof TypeError || leaving.signal.aborted ? unreachable(cause) : cause;
        }),
      (cause: unknown) => {
        throw unreachable(cause);
      },
    );
    return { response: answer, abort: (reason) => leaving.abort(reason) };
  };
}

async function readAnswer(response: Response, maxBytes: number): Promise<RestResponse> {
  return {
    // An opaque redirect tells status 0; it is a redirect all the same.
    status: response.type === 'opaqueredirect' ? 302 : response.status,
    contentType: response.headers.get('content-type') ?? undefined,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    date: response.headers.get('date') ?? undefined,
    body: await readText(response, maxBytes),
    wasSent: true,
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
