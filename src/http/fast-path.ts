import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { asError } from '../partner/error.js';
import { isIncremental, type OperationResponse } from '../operation/incremental.js';
import type { HttpReport } from '../operation/observer.js';
import type { RunOperation } from '../operation/run-operation.js';
import { pickRequestId } from '../operation/request-id.js';
import { isForwardedSecure } from './https.js';
import { negotiate } from './negotiation.js';
import { readOperationRequest } from './operation-request.js';
import { parseBody, tooLarge } from './request-body.js';
import { type ResponseType, toHttpResponse } from './response.js';
import { hasSecondHost, isHost } from './target.js';
import { type WriteBatch, createWriteBatch } from './write-batch.js';
import { writeResponse } from './write-response.js';

export interface FastPathOptions {
  /** Path of GraphQL. */
  readonly path: string;
  readonly run: RunOperation;
  readonly maxRequestBytes: number;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
  readonly vary: string;
  readonly ended: (report: HttpReport) => void;
  readonly failed: (error: unknown, requestId: string) => void;
}

/** Serves a plain request; false leaves any other request to the router. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves what nearly every request is: one operation, posted as JSON to node:http and answered in one piece. `Request` and
 * `Response` objects cost more than such an operation. Every other request goes to the router, which responds with the
 * same bytes.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const server: FastServer = { ...options, batch: createWriteBatch(() => performance.now()) };
  return (request, response) => {
    const type = responseTypeOf(request, server);
    if (type === undefined) return false;
    serve(server, request, response, type);
    return true;
  };
}

interface FastServer extends FastPathOptions {
  readonly batch: WriteBatch;
}

/** The media type of the response to a plain request; undefined for any other request. */
function responseTypeOf(
  { method, url, headers, rawHeaders }: IncomingMessage,
  { path, maxRequestBytes, requiresHttps, trustsProxy }: FastPathOptions,
): ResponseType | undefined {
  if (method !== 'POST' || url !== path) return undefined;
  if (!isHost(headers.host) || hasSecondHost(rawHeaders)) return undefined;
  if (headers['content-type'] !== 'application/json' || headers['content-encoding'] !== undefined)
    return undefined;
  if (headers.origin !== undefined || headers.expect !== undefined) return undefined;
  if (!(Number(headers['content-length']) <= maxRequestBytes)) return undefined;
  const forwarded = headers['x-forwarded-proto'];
  if (requiresHttps && !(trustsProxy && typeof forwarded === 'string' && isForwardedSecure(forwarded)))
    return undefined;
  const types = negotiate(headers.accept);
  return types?.parts === undefined ? types?.whole : undefined;
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
    response.destroy();
  };
  const finish = (result: OperationResponse): void => {
    if (isIncremental(result)) throw new Error('The result is in parts, which the request does not accept.');
    const content = toHttpResponse(result, type);
    if (response.destroyed) return;
    const milliseconds = performance.now() - startedAt;
    server.ended({ requestId, path: server.path, status: content.status, milliseconds });
    server.batch(() => writeResponse(response, content, { type, vary: server.vary, requestId, fail }));
  };
  readBytes(request, (bytes) => {
    if (response.destroyed) return;
    run(server, bytes, request, response, requestId).then(finish).catch(fail);
  });
}

function run(
  { run: runOperation, maxRequestBytes }: FastServer,
  bytes: Buffer,
  { headers, rawHeaders }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<OperationResponse> {
  try {
    if (bytes.length > maxRequestBytes) throw tooLarge(maxRequestBytes);
    const operation = readOperationRequest(parseBody(withoutByteOrderMark(bytes.toString('utf8'))), {
      authorization: headers.authorization,
      rawHeaders,
      explain: joined(headers['x-upstream-explain']),
      acceptsIncremental: false,
      requestId,
      onLeave(callback) {
        response.once('close', callback);
        return () => response.off('close', callback);
      },
    });
    return runOperation(operation);
  } catch (error) {
    return error instanceof GraphQLError
      ? Promise.resolve({ errors: [error] })
      : Promise.reject(asError(error));
  }
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

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

/** `TextDecoder`, which the router uses, drops it too. */
const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
