import { GraphQLError } from 'graphql';
import { badRequest, checkParameters, type GraphQLParameters } from '../operation/parameters.js';

/**
 * The parsed JSON body of a request.
 *
 * @param maxBytes reading stops there (MAX_REQUEST_BYTES)
 * @throws GraphQLError with HTTP status 413 or 400
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<GraphQLParameters> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  return checkParameters(parseBody(await readText(request.body, maxBytes)));
}

/** The parameters of a GET request; throws like `readJsonBody`. */
export function readQueryString(search: URLSearchParams): GraphQLParameters {
  /** Empty is as good as absent (GraphQL over HTTP, GET). */
  const given = (name: string): string | undefined => {
    const text = search.get(name);
    return text === null || text === '' ? undefined : text;
  };
  const parsed = (name: string): unknown => {
    const text = given(name);
    return text === undefined ? undefined : parseBody(text, name);
  };
  return checkParameters({
    query: search.get('query') ?? undefined,
    documentId: search.get('documentId') ?? undefined,
    operationName: given('operationName'),
    variables: parsed('variables'),
    extensions: parsed('extensions'),
  });
}

/**
 * A body that is compressed would be read as it is.
 *
 * @param coding the header `Content-Encoding`
 * @throws GraphQLError with HTTP status 415, which names what is accepted (RFC 9110, 15.5.16)
 */
export function checkCoding(coding: string | null): void {
  const codings = (coding ?? '').split(',').map((each) => each.trim().toLowerCase());
  if (codings.every((each) => each === '' || each === 'identity')) return;
  const message = 'The request has a Content-Encoding. Send its body as it is, or with "identity".';
  const http = { status: 415, headers: { 'Accept-Encoding': 'identity' } };
  throw new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http } });
}

/** JSON text to a value; the parser's own message would repeat the body. */
export function parseBody(text: string, what = 'The request body'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest(`${what} is not JSON.`);
  }
}

/** What is left of the body is not read: the connection ends with the answer. */
export function tooLarge(maxBytes: number): GraphQLError {
  const message = `The request body has more than ${maxBytes} bytes (MAX_REQUEST_BYTES).`;
  const http = { status: 413, headers: { Connection: 'close' } };
  return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http } });
}

async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    // To cancel the stream, as leaving a `for await` does, would end the connection before the answer is sent.
    if (length > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(value, { stream: true });
  }
}
