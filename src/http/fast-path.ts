import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { asError } from '../partner/error.js';
import { countHeaders, readCredential } from '../operation/credential.js';
import { isForwardedSecure } from './https.js';
import type { HttpReport } from '../operation/observer.js';
import type { OperationResponse, RunOperation } from '../operation/run-operation.js';
import { negotiate } from './negotiation.js';
import { parseBody, tooLarge } from './request-body.js';
import { checkParameters } from '../operation/parameters.js';
import { pickRequestId } from '../operation/request-id.js';
import { hasSecondHost, isHost } from './target.js';
import { type WriteBatch, createWriteBatch } from './write-batch.js';
import { sendSlices } from './send-slices.js';
import { type ResponseType, toHttpResponse, type HttpResponse } from './response.js';
import { isInParts } from '../operation/incremental.js';

export interface FastPathOptions {
  /** Where GraphQL is served. */
  readonly path: string;
  readonly run: RunOperation;
  readonly maxRequestBytes: number;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
  readonly vary: string;
  readonly ended: (report: HttpReport) => void;
  readonly failed: (error: unknown, requestId: string) => void;
}

/** Serves a request if it is a plain one; false hands it to the usual door. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A short way from node:http for what nearly every request is: one operation posted as JSON, answered whole. Request
 * and Response objects cost more than such an operation. Anything else, however slightly, takes the usual door, which
 * answers with the same bytes.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const door: Door = { ...options, atEndOfTurn: createWriteBatch(() => performance.now()) };
  return (request, response) => {
    const type = typeOfAnswer(request, door);
    if (type === undefined) return false;
    serve(door, request, response, type);
    return true;
  };
}

interface Door extends FastPathOptions {
  readonly atEndOfTurn: WriteBatch;
}

/** The media type of the answer to a plain request; undefined for any other request. */
function typeOfAnswer(
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

function serve(door: Door, request: IncomingMessage, response: ServerResponse, type: ResponseType): void {
  const startedAt = performance.now();
  const requestId = pickRequestId(request.headers['x-request-id'], request.headers.authorization);
  const finish = (answer: OperationResponse): void => {
    if (isInParts(answer)) throw new Error('An answer in parts was not asked for.');
    const wire = toHttpResponse(answer, type);
    if (response.destroyed) return;
    const milliseconds = performance.now() - startedAt;
    door.ended({ requestId, path: door.path, status: wire.status, milliseconds });
    door.atEndOfTurn(() => send(door, response, wire, type, requestId));
  };
  const fail = (error: unknown): void => {
    door.failed(error, requestId);
    response.destroy();
  };
  readBytes(request, (bytes) => {
    if (response.destroyed) return;
    answerTo(door, bytes, request, response, requestId).then(finish).catch(fail);
  });
}

function send(
  { vary, failed }: Door,
  response: ServerResponse,
  { status, headers, beginning, body }: HttpResponse,
  type: ResponseType,
  requestId: string,
): void {
  if (response.destroyed) return;
  const fail = (error: unknown): void => {
    failed(error, requestId);
    response.destroy();
  };
  try {
    // Names and values in turn: node:http takes them as they are.
    const all = ['Content-Type', contentTypes[type], 'Vary', vary];
    // The length of what is not printed yet is not known.
    if (typeof body === 'string')
      all.push('Content-Length', String((beginning?.length ?? 0) + Buffer.byteLength(body)));
    all.push(
      'Cache-Control',
      'private, no-store',
      'X-Content-Type-Options',
      'nosniff',
      'X-Request-Id',
      requestId,
    );
    for (const name in headers) all.push(name, headers[name] ?? '');
    response.writeHead(status, all);
    if (typeof body !== 'string') {
      sendSlices(body, response).catch(fail);
      return;
    }
    if (beginning !== undefined) response.write(beginning);
    response.end(body);
  } catch (error) {
    fail(error);
  }
}

const contentTypes: Readonly<Record<ResponseType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};

function answerTo(
  { run, maxRequestBytes }: Door,
  bytes: Buffer,
  { headers, rawHeaders }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<OperationResponse> {
  try {
    if (bytes.length > maxRequestBytes) throw tooLarge(maxRequestBytes);
    const parameters = checkParameters(parseBody(withoutMark(bytes.toString('utf8'))));
    return run({
      query: parameters.query,
      documentId: parameters.documentId,
      variables: parameters.variables,
      operationName: parameters.operationName,
      extensions: parameters.extensions,
      credential: readCredential(headers.authorization, countHeaders(rawHeaders, 'authorization')),
      explain: single(headers['x-upstream-explain']),
      acceptsIncremental: false,
      requestId,
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

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * The length was declared within the limit, and node:http reads no further. A client that leaves in the middle of its
 * request has nothing to be told, and nobody else either: then nothing is called.
 */
function readBytes(request: IncomingMessage, read: (bytes: Buffer) => void): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk;
    else (rest ??= [first]).push(chunk);
  });
  request.on('end', () => read(rest === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(rest)));
}

/** A byte order mark is taken away, as the usual door does. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
