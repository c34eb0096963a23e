import type { GraphQLError } from 'graphql';
import {
  badRequest,
  checkParameters,
  type GraphQLParameters,
  httpError,
  membersOf,
} from '../document/parameters.js';
import { parseJson } from '../base/json.js';

/** @throws GraphQLError with HTTP status 400 */
export function readQueryString(search: URLSearchParams): GraphQLParameters {
  /** An empty parameter counts as absent (GraphQL over HTTP, GET). */
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
    onError: given('onError'),
  });
}

/**
 * @throws GraphQLError for a compressed body: HTTP 415, which names the accepted coding (RFC 9110,
 *   15.5.16)
 */
export function checkCoding(coding: string | null): void {
  const codings = (coding ?? '').split(',').map((each) => each.trim().toLowerCase());
  if (codings.every((each) => each === '' || each === 'identity')) return;
  const message = 'The request has a Content-Encoding. Send its body as it is, or with "identity".';
  throw httpError(415, message, 'GRAPHQL_VALIDATION_FAILED', { 'Accept-Encoding': 'identity' });
}

/** A form or plain text needs no preflight: any page could send it. */
export function checkMediaType(contentType: string | null): void {
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? '')) {
    throw httpError(
      415,
      'The operation must be sent as application/json.',
      'GRAPHQL_VALIDATION_FAILED',
    );
  }
}

/** @throws GraphQLError with HTTP status 400; the parser's own message would repeat the body */
export function parseBody(text: string, what = 'The request body'): unknown {
  const value = parseJson(text);
  if (value === undefined) throw badRequest(`${what} is not JSON.`);
  checkLevels(text, value, what);
  return value;
}

/**
 * Levels of JSON. The parser takes any number, but whatever walks over the value would exhaust the
 * stack.
 */
const maxLevels = 1000;

/**
 * @throws GraphQLError with HTTP status 400 where a value, whose JSON is `text`, is nested deeper
 *   than any request
 */
export function checkLevels(text: string, value: unknown, what = 'The request body'): void {
  // Each level takes two brackets: a usual request is not searched.
  if (text.length > 2 * maxLevels && isDeeper(value, maxLevels)) {
    throw badRequest(`${what} is more than ${maxLevels} levels deep. Send fewer levels.`);
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || membersOf(value).some((member) => isDeeper(member, levels - 1));
}

/** The rest of the body is not read: the connection closes after the response. */
function requestTooLarge(maxBytes: number): GraphQLError {
  const message = `The request body has more than ${maxBytes} bytes (MAX_REQUEST_BYTES).`;
  return httpError(413, message, 'OPERATION_LIMIT_EXCEEDED', { Connection: 'close' });
}

const bodyUsed =
  'The body of the request was read before it came here. Pass a Request that nobody has read, or its clone.';

/**
 * @throws GraphQLError with HTTP status 413 for more bytes than that, and 500 for a body that was
 *   read before
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  const { headers, body } = request;
  if (request.bodyUsed) throw httpError(500, bodyUsed, 'INTERNAL_SERVER_ERROR');
  if (Number(headers.get('content-length')) > maxBytes) throw requestTooLarge(maxBytes);
  // A parser of the server around may have read it, and its adapter has the text.
  if (body === null) return withinLimit(await request.text(), maxBytes);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const chunk = bytesOf(value);
    length += chunk.byteLength;
    // Not `for await`: leaving it cancels the stream, which would end the connection before the
    // response is sent.
    if (length > maxBytes) throw requestTooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
}

function withinLimit(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) > maxBytes) throw requestTooLarge(maxBytes);
  return text;
}

/**
 * Under node:http a request may have been given an encoding: its chunks are texts then, whatever
 * the types say.
 */
const bytesOf = (chunk: Uint8Array | string): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
