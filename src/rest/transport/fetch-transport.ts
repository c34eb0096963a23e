import { bodyTooLarge } from './decode-body.js';
import { type RestResponse, type Transport, TransportError, type RestSettings } from './transport.js';

/** Sends requests with a runtime's own `fetch`, where there are no sockets. Redirects are returned, not followed. */
export function createFetchTransport(
  { PARTNER_API_URL = '', MAX_RESPONSE_BYTES }: Pick<RestSettings, 'PARTNER_API_URL' | 'MAX_RESPONSE_BYTES'>,
  fetchFn: typeof fetch,
): Transport {
  const base = PARTNER_API_URL.replace(/(?<!\/)\/+$/, '');
  return ({ path, headers }) => {
    const controller = new AbortController();
    const sent = fetchFn(base + path, { headers, redirect: 'manual', signal: controller.signal });
    const unreachable = (cause: unknown): Error => {
      const reason: unknown = controller.signal.reason;
      if (reason instanceof Error) return reason;
      return new TransportError('connection', 'could not be reached, or broke off', cause);
    };
    const response = sent.then(
      (received) =>
        toRestResponse(received, MAX_RESPONSE_BYTES).catch((cause: unknown) => {
          // By its standard, `fetch` reports a broken connection as a TypeError; anything else is a fault of ours.
          throw cause instanceof TypeError || controller.signal.aborted ? unreachable(cause) : cause;
        }),
      (cause: unknown) => {
        throw unreachable(cause);
      },
    );
    return { response, abort: (reason) => controller.abort(reason) };
  };
}

async function toRestResponse(response: Response, maxBytes: number): Promise<RestResponse> {
  return {
    // An opaque redirect hides its status behind 0.
    status: response.type === 'opaqueredirect' ? 302 : response.status,
    contentType: response.headers.get('content-type') ?? undefined,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    date: response.headers.get('date') ?? undefined,
    age: response.headers.get('age') ?? undefined,
    body: await readResponseText(response, maxBytes),
  };
}

async function readResponseText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw bodyTooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
