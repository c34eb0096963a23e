import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { countHeaders, readCredential } from './credential.js';
import { isForwardedSecure } from './https.js';
import type { HttpReport } from './observe/observer.js';
import type { RunOperation } from './operation.js';
import { checkParameters, parseBody, tooLarge } from './request-body.js';
import { pickRequestId } from './request-id.js';
import { type AtEndOfTurn, createTurnEnd } from './turn.js';
import { type AnswerType, toWire, type WireAnswer } from './wire-answer.js';
import { isInParts } from './incremental.js';

export interface FastDoorOptions {
  readonly run: RunOperation;
  readonly maxRequestBytes: number;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
  readonly vary: string;
  readonly ended: (report: HttpReport) => void;
  readonly failed: (error: unknown, requestId: string) => void;
}

/** Serves a request if it is a plain one; false hands it to the usual door. */
export type FastDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A short way from node:http for what nearly every request is: one operation posted as JSON, answered whole. Request
 * and Response objects cost more than such an operation. Anything else, however slightly, takes the usual door, which
 * answers with the same bytes.
 */
export function createFastDoor(options: FastDoorOptions): FastDoor {
  const door: Door = { ...options, atEndOfTurn: createTurnEnd(() => performance.now()) };
  return (request, response) => {
    const type = typeOfAnswer(request, door);
    if (type === undefined) return false;
    void serve(door, request, response, type);
    return true;
  };
}

interface Door extends FastDoorOptions {
  readonly atEndOfTurn: AtEndOfTurn;
}

/** The media type of the answer to a plain request; undefined for any other request. */
function typeOfAnswer(
  { method, url, headers }: IncomingMessage,
  { maxRequestBytes, requiresHttps, trustsProxy }: FastDoorOptions,
): AnswerType | undefined {
  if (method !== 'POST' || url !== '/graphql') return undefined;
  if (headers['content-type'] !== 'application/json') return undefined;
  if (headers.origin !== undefined || headers.expect !== undefined) return undefined;
  if (!(Number(headers['content-length']) <= maxRequestBytes)) return undefined;
  const forwarded = headers['x-forwarded-proto'];
  if (requiresHttps && !(trustsProxy && typeof forwarded === 'string' && isForwardedSecure(forwarded)))
    return undefined;
  return answerTypes.get(headers.accept);
}

const answerTypes: ReadonlyMap<string | undefined, AnswerType> = new Map([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
]);

async function serve(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
  type: AnswerType,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = pickRequestId(request.headers['x-request-id'], request.headers.authorization);
  try {
    const answer = toWire(await answerTo(door, request, response, requestId), type);
    if (response.destroyed) return;
    const milliseconds = performance.now() - startedAt;
    door.ended({ requestId, path: '/graphql', status: answer.status, milliseconds });
    door.atEndOfTurn(() => send(door, response, answer, type, requestId));
  } catch (error) {
    // A client that leaves in the middle of its request has nothing to be told, and nobody else either.
    if (!request.complete) return;
    door.failed(error, requestId);
    response.destroy();
  }
}

function send(
  { vary, failed }: Door,
  response: ServerResponse,
  { status, headers, body }: WireAnswer,
  type: AnswerType,
  requestId: string,
): void {
  if (response.destroyed) return;
  try {
    response.writeHead(status, {
      'Content-Type': `${type}; charset=utf-8`,
      ...headers,
      'Content-Length': typeof body === 'string' ? Buffer.byteLength(body) : body.length,
      'Cache-Control': 'private, no-store',
      Vary: vary,
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
    });
    response.end(body);
  } catch (error) {
    failed(error, requestId);
    response.destroy();
  }
}

async function answerTo(
  { run, maxRequestBytes }: FastDoorOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) {
  try {
    const { query, documentId, variables, operationName, extensions } = checkParameters(
      parseBody(await readText(request, maxRequestBytes)),
    );
    const answer = await run({
      query,
      documentId,
      variables,
      operationName,
      extensions,
      credential: readCredential(
        request.headers.authorization,
        countHeaders(request.rawHeaders, 'authorization'),
      ),
      explain: single(request.headers['x-upstream-explain']),
      acceptsIncremental: false,
      requestId,
      onLeave(callback) {
        response.once('close', callback);
        return () => response.off('close', callback);
      },
    });
    if (isInParts(answer)) throw new Error('An answer in parts was not asked for.');
    return answer;
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** The length was declared within the limit, and node:http reads no further. */
function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    request.on('data', (chunk: Buffer) => {
      if (first === undefined) first = chunk;
      else (rest ??= [first]).push(chunk);
    });
    request.on('end', () => {
      const bytes = rest === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(rest);
      if (bytes.length > maxBytes) reject(tooLarge(maxBytes));
      else resolve(withoutMark(bytes.toString('utf8')));
    });
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('The client has left before its request was whole.'));
    });
  });
}

/** A byte order mark is taken away, as the usual door does. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
