import { GraphQLError } from 'graphql';

/** The parameters of a GraphQL request, as the GraphQL over HTTP specification has them. */
export interface GraphQLParameters {
  /** Empty where the document is named alone, by `documentId` or `extensions.persistedQuery`. */
  readonly query: string;
  readonly documentId?: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
  readonly extensions?: Record<string, unknown>;
}

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

/** @throws GraphQLError with HTTP status 400 that names the parameter and what it must be */
export function checkParameters(body: unknown): GraphQLParameters {
  if (Array.isArray(body)) throw httpError(400, batchRefusal, 'OPERATION_LIMIT_EXCEEDED');
  if (!isObject(body)) throw badRequest(`The request body is ${kindOf(body)}, and must be a JSON object.`);
  const { documentId, variables, operationName, extensions } = body;
  if (documentId != null && typeof documentId !== 'string')
    throw badRequest(`documentId is ${kindOf(documentId)}, and must be a string.`);
  if (variables != null && !isObject(variables))
    throw badRequest(`variables is ${kindOf(variables)}, and must be an object.`);
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest(`operationName is ${kindOf(operationName)}, and must be a string.`);
  if (extensions != null && !isObject(extensions))
    throw badRequest(`extensions is ${kindOf(extensions)}, and must be an object.`);
  const isNamed = documentId != null || extensions?.['persistedQuery'] != null;
  const query = isNamed ? (body['query'] ?? '') : body['query'];
  if (typeof query !== 'string') throw badRequest(`query is ${kindOf(query)}, and must be a string.`);
  return {
    query,
    ...(documentId != null && { documentId }),
    ...(variables != null && { variables }),
    ...(operationName != null && { operationName }),
    ...(extensions != null && { extensions }),
  };
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

/** The design lists batches among the limits; this one has no setting. */
const batchRefusal =
  'A request may hold 1 operation, and a batch is not served: send one operation with several root fields.';

const badRequest = (message: string): GraphQLError => httpError(400, message, 'GRAPHQL_VALIDATION_FAILED');

export const httpError = (status: number, message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status } } });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}
