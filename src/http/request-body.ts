import { GraphQLError } from 'graphql';
import { badRequest, checkParameters, type GraphQLParameters, httpError } from '../operation/parameters.js';

/**
 * The parameters in the JSON body of a request.
 *
 * @param maxBytes reading stops at this size (MAX_REQUEST_BYTES)
 * @throws GraphQLError with HTTP status 413 or 400
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<GraphQLParameters> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  return checkParameters(parseBody(await readText(request.body, maxBytes)));
}

/** The parameters of a GET request; throws like `readJsonBody`. */
export function readQueryString(search: URLSearchParams): GraphQLParameters {
  /** An empty parameter counts as absent (GraphQL over HTTP, GET). */
  const textOf = (name: string): string | undefined => {
    const text = search.get(name);
    return text === null || text === '' ? undefined : text;
  };
  const parsed = (name: string): unknown => {
    const text = textOf(name);
    return text === undefined ? undefined : parseBody(text, name);
  };
  return checkParameters({
    query: search.get('query') ?? undefined,
    documentId: search.get('documentId') ?? undefined,
    operationName: textOf('operationName'),
    variables: parsed('variables'),
    extensions: parsed('extensions'),
    onError: textOf('onError'),
  });
}

/**
 * Bodies are not decompressed.
 *
 * @param coding the header `Content-Encoding`
 * @throws GraphQLError with HTTP status 415, which names the accepted coding (RFC 9110, 15.5.16)
 */
export function checkCoding(coding: string | null): void {
  const codings = (coding ?? '').split(',').map((each) => each.trim().toLowerCase());
  if (codings.every((each) => each === '' || each === 'identity')) return;
  const message = 'The request has a Content-Encoding. Send its body as it is, or with "identity".';
  const http = { status: 415, headers: { 'Accept-Encoding': 'identity' } };
  throw new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http } });
}

/** A form or plain text needs no preflight: any page could send it. */
export function checkMediaType(contentType: string | null): void {
  if (!isJson(contentType))
    throw httpError(415, 'The operation must be sent as application/json.', 'GRAPHQL_VALIDATION_FAILED');
}

export const isJson = (contentType: string | null): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType ?? '');

/** JSON text to a value; the parser's own message would repeat the body. */
export function parseBody(text: string, what = 'The request body'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest(`${what} is not JSON.`);
  }
}

/** The rest of the body is not read: the connection closes after the response. */
export function tooLarge(maxBytes: number): GraphQLError {
  const message = `The request body has more than ${maxBytes} bytes (MAX_REQUEST_BYTES).`;
  const http = { status: 413, headers: { Connection: 'close' } };
  return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http } });
}

export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    // Not `for await`: leaving it cancels the stream, which would end the connection before the response is sent.
    if (length > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(value, { stream: true });
  }
}
