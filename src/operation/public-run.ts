import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { OperationResult } from './result.js';
import { readCredential } from './credential.js';
import { isInParts } from './incremental.js';
import type { RunOperation } from './run-operation.js';
import { checkParameters } from './parameters.js';
import { pickRequestId } from './request-id.js';
import type { RunRequest, RunResult } from './run-request.js';

/**
 * Runs operations for an embedder, by the one way that HTTP requests take too. A bad document, argument or credential is
 * an entry of `errors`, as over HTTP.
 *
 * @throws what the signal was aborted with; nothing else
 */
export function createPublicRun(run: RunOperation): (request: RunRequest) => Promise<RunResult> {
  return async (request) => {
    const { signal } = request;
    signal?.throwIfAborted();
    const answered = answer(run, request);
    return signal === undefined ? answered : Promise.race([answered, rejection(signal, answered)]);
  };
}

async function answer(run: RunOperation, request: RunRequest): Promise<RunResult> {
  const { signal, credential, explain } = request;
  const authorization = credential === undefined ? undefined : `Bearer ${credential}`;
  try {
    const { query, documentId, variables, operationName, extensions } = checkParameters(request);
    const whole = await run({
      query,
      documentId,
      variables,
      operationName,
      extensions,
      credential: readCredential(authorization, 1),
      requestId: pickRequestId(request.requestId, authorization),
      explain,
      acceptsIncremental: false,
      onLeave: (callback) => onAbort(signal, callback),
    });
    if (isInParts(whole)) throw new Error('An answer in parts was not asked for.');
    return publicAnswer(whole);
  } catch (error) {
    if (error instanceof GraphQLError) return publicAnswer({ errors: [error] });
    throw error;
  }
}

/** Rejects when the signal is aborted; listens no longer than the answer takes. */
function rejection(signal: AbortSignal, answered: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    // An abort's reason is whatever its caller chose, and belongs to its caller.
    const stop = onAbort(signal, () => reject(signal.reason as Error));
    answered.then(stop, stop);
  });
}

function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  signal?.addEventListener('abort', callback, { once: true });
  return () => signal?.removeEventListener('abort', callback);
}

/**
 * A copy of the caller's own: the answer may be given to others who ask the same at the same moment, and its parts kept
 * to be compared with the next ones.
 */
function publicAnswer({ data, errors, extensions }: OperationResult): RunResult {
  const upstream = extensions?.upstream;
  const told = {
    ...(errors && { errors: errors.map(withoutHttp) }),
    ...(data !== undefined && { data }),
    ...(upstream && { extensions: { upstream } }),
  };
  // What is printed just before is read again.
  return JSON.parse(JSON.stringify(told)) as RunResult;
}

function withoutHttp(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...formatted } = error.toJSON();
  const told = { ...extensions };
  delete told['http'];
  return { ...formatted, extensions: told };
}
