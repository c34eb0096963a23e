import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { readCredential } from './credential.js';
import { isIncremental } from './incremental.js';
import { checkParameters } from './parameters.js';
import { pickRequestId } from './request-id.js';
import type { OperationResult } from './result.js';
import type { RunOperation } from './run-operation.js';
import type { RunRequest, RunResult } from './run-request.js';

/**
 * Runs operations for an embedder, in the same way as those of HTTP requests. A bad document, argument or credential is an
 * entry of `errors`, as over HTTP.
 *
 * @throws the reason with which the signal is aborted; nothing else
 */
export function createPublicRun(runOperation: RunOperation): (request: RunRequest) => Promise<RunResult> {
  return async (request) => {
    const { signal } = request;
    signal?.throwIfAborted();
    const result = run(runOperation, request);
    return signal === undefined ? result : Promise.race([result, rejectOnAbort(signal, result)]);
  };
}

async function run(runOperation: RunOperation, request: RunRequest): Promise<RunResult> {
  const { signal, credential, explain } = request;
  const authorization = credential === undefined ? undefined : `Bearer ${credential}`;
  try {
    const { query, documentId, variables, operationName, extensions } = checkParameters(request);
    const result = await runOperation({
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
    if (isIncremental(result)) throw new Error('The request does not accept incremental delivery.');
    return toPublicResult(result);
  } catch (error) {
    if (error instanceof GraphQLError) return toPublicResult({ errors: [error] });
    throw error;
  }
}

/** Rejects when the signal is aborted; stops listening when the operation has ended. */
function rejectOnAbort(signal: AbortSignal, ended: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    // The reason is whatever the embedder chose, error or not.
    const stopListening = onAbort(signal, () => reject(signal.reason as Error));
    ended.then(stopListening, stopListening);
  });
}

function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  signal?.addEventListener('abort', callback, { once: true });
  return () => signal?.removeEventListener('abort', callback);
}

/** A copy, as the embedder may change it: other requests may share the result, and its records are kept for comparison. */
function toPublicResult({ data, errors, extensions }: OperationResult): RunResult {
  const upstream = extensions?.upstream;
  const result = {
    ...(errors && { errors: errors.map(withoutHttp) }),
    ...(data !== undefined && { data }),
    ...(upstream && { extensions: { upstream } }),
  };
  // A result is JSON by definition.
  return JSON.parse(JSON.stringify(result)) as RunResult;
}

function withoutHttp(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...formatted } = error.toJSON();
  const publicExtensions = { ...extensions };
  delete publicExtensions['http'];
  return { ...formatted, extensions: publicExtensions };
}
