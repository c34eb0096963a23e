import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { asError } from '../partner/error.js';
import { isIncremental, type OperationResponse } from '../operation/result.js';
import { readMaxAge } from '../operation/max-age.js';
import { checkParameters } from '../operation/parameters.js';
import { countHeaders, pickRequestId, readClient, readCredential } from '../operation/operation-request.js';
import { negotiate } from './negotiation.js';
import type { HttpOptions, RequestHandler } from './request-handler.js';
import { parseBody } from './request-body.js';
import { type ResponseType, toHttpResponse } from './response.js';
import { hasSecondHost, isForwardedSecure, isHost } from './target.js';
import { createWriteBatch, type WriteBatch, writeResponse } from './write-response.js';

/**
 * Serves what nearly every request is: one operation, posted as JSON to node:http and answered in one piece. `Request` and
 * `Response` objects cost more than such an operation. Every other request goes to the router, which responds with the
 * same bytes.
 */
export function createFastPath(options: HttpOptions, vary: string): RequestHandler['fastPath'] {
  const server: FastServer = { ...options, vary, batch: createWriteBatch(() => performance.now()) };
  return (request: IncomingMessage, response: ServerResponse) => {
    const type = responseTypeOf(request, server);
    if (type === undefined) return false;
    serve(server, request, response, type);
    return true;
  };
}

interface FastServer extends HttpOptions {
  readonly vary: string;
  readonly batch: WriteBatch;
}

/** The media type of the response to a plain request; undefined for any other request. */
function responseTypeOf(
  { method, url, headers, rawHeaders }: IncomingMessage,
  { path, settings }: FastServer,
): ResponseType | undefined {
  if (method !== 'POST' || url !== path) return undefined;
  if (!isHost(headers.host) || hasSecondHost(rawHeaders)) return undefined;
  if (headers['content-type'] !== 'application/json' || headers['content-encoding'] !== undefined)
    return undefined;
  if (headers.origin !== undefined || headers.expect !== undefined) return undefined;
  if (!(Number(headers['content-length']) <= settings.MAX_REQUEST_BYTES)) return undefined;
  if (settings.isProduction && !(settings.TRUST_PROXY && isForwardedSecure(headers['x-forwarded-proto'])))
    return undefined;
  const types = negotiate(headers.accept);
  return types?.parts === undefined && types?.file === undefined ? types?.whole : undefined;
}

function serve(
  server: FastServer,
  request: IncomingMessage,
  response: ServerResponse,
  type: ResponseType,
): void {
  const startedAt = performance.now();
  const requestId = pickRequestId(request.headers['x-request-id'], request.headers.authorization);
  const fail = (error: unknown): void => {
    server.failed(error, requestId);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  };
  const finish = (result: OperationResponse): void => {
    if (isIncremental(result)) throw new Error('The result is in parts, which the request does not accept.');
    const content = toHttpResponse(result, type);
    if (response.destroyed) return;
    const milliseconds = performance.now() - startedAt;
    server.observer.httpEnded({ requestId, path: server.path, status: content.status, milliseconds });
    server.batch(() => writeResponse(response, content, { vary: server.vary, requestId, fail }));
  };
  readBytes(request, (bytes) => {
    if (response.destroyed) return;
    run(server, bytes, request, response, requestId).then(finish).catch(fail);
  });
}

function run(
  server: FastServer,
  bytes: Buffer,
  { headers, rawHeaders }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<OperationResponse> {
  try {
    const text = bytes.toString('utf8');
    // `TextDecoder`, which the router uses, drops a byte order mark too.
    const body = parseBody(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    const { query, documentId, variables, operationName, extensions, onError } = checkParameters(body);
    return server.run({
      query,
      documentId,
      variables,
      operationName,
      extensions,
      onError,
      credential: readCredential(headers.authorization, countHeaders(rawHeaders, 'authorization')),
      explain: headers['x-upstream-explain']?.toString(),
      maxAge: readMaxAge(headers['cache-control']),
      incremental: undefined,
      requestId,
      client: readClient(
        headers['apollographql-client-name'],
        headers['graphql-client-name'],
        headers['x-graphql-client-name'],
      ),
      onLeave(callback) {
        response.once('close', callback);
        return () => response.off('close', callback);
      },
    });
  } catch (error) {
    return error instanceof GraphQLError
      ? Promise.resolve({ errors: [error] })
      : Promise.reject(asError(error));
  }
}

/**
 * Reads a body whose declared length is within the limit; node:http reads no further. If the client leaves in the middle,
 * `read` is never called: there is nobody to respond to.
 */
function readBytes(request: IncomingMessage, read: (bytes: Buffer) => void): void {
  let first: Buffer | undefined;
  let all: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (all ??= [first]).push(chunk);
  });
  request.on('end', () => read(all === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(all)));
}
