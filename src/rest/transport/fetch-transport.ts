import { bodyTooLarge } from './decode-body.js';
import {
  type BytesRead,
  isDecisive,
  maxBodyBytes,
  type RestResponse,
  type RestSettings,
  type Transport,
  TransportError,
  uncounted,
} from './transport.js';

/**
 * Sends requests with a runtime's own `fetch`, where there are no sockets. Redirects are returned,
 * not followed.
 */
export function createFetchTransport(
  settings: Pick<RestSettings, 'PARTNER_API_URL' | 'MAX_RESPONSE_BYTES'>,
  fetchFn: typeof fetch,
): Transport {
  const { PARTNER_API_URL = '', MAX_RESPONSE_BYTES: maxBytes } = settings;
  const base = PARTNER_API_URL.replace(/(?<!\/)\/+$/, '');
  return ({ path, headers }, bytesRead = uncounted) => {
    const controller = new AbortController();
    const { signal } = controller;
    const sent = fetchFn(base + path, { headers, redirect: 'manual', signal });
    const response = sent.then(
      (received) => readResponse(received, { maxBytes, bytesRead, signal }),
      (cause: unknown) => {
        throw unreachable(cause, signal);
      },
    );
    return { response, abort: (reason) => controller.abort(reason) };
  };
}

/**
 * Why a request has no response: the reason of its abort, or that of the runtime, which has an
 * error of its own kind.
 */
function unreachable(cause: unknown, { reason }: AbortSignal): Error {
  if (reason instanceof Error) return reason;
  if (cause instanceof TransportError) return cause;
  return new TransportError('connection', 'could not be reached, or broke off', cause);
}

interface Reading {
  readonly maxBytes: number;
  readonly bytesRead: BytesRead;
  readonly signal: AbortSignal;
}

async function readResponse(received: Response, reading: Reading): Promise<RestResponse> {
  const { headers, type } = received;
  // An opaque redirect hides its status behind 0.
  const status = type === 'opaqueredirect' ? 302 : received.status;
  const maxBytes = maxBodyBytes(status, reading.maxBytes);
  const body = await readText(received, { ...reading, maxBytes }).catch((cause: unknown) => {
    if (isDecisive(status)) return '';
    throw unreachable(cause, reading.signal);
  });
  return {
    status,
    contentType: headers.get('content-type') ?? undefined,
    retryAfter: headers.get('retry-after') ?? undefined,
    date: headers.get('date') ?? undefined,
    age: headers.get('age') ?? undefined,
    body,
  };
}

/**
 * @throws TransportError for a text of more bytes; what the runtime throws where the body breaks
 *   off or cannot be decoded
 */
async function readText(
  { body }: Response,
  { maxBytes, bytesRead, signal }: Reading,
): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw bodyTooLarge(maxBytes);
    bytesRead(chunk.byteLength);
    signal.throwIfAborted();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
