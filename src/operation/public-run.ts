import { parseChunked } from '@discoveryjs/json-ext';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Lifetime } from '../base/lifetime.js';
import { inTurns } from '../base/print.js';
import { onAbort } from '../client/abort.js';
import { checkParameters } from '../document/parameters.js';
import {
  clientLeft,
  type OperationRequest,
  pickRequestId,
  readClient,
  readCredential,
} from './operation-request.js';
import { largeBytesOf, type OperationResult, type UpstreamCost, wholeOf } from './result.js';
import { runOperation } from './run-operation.js';
import type { Runtime } from './runtime.js';

/** One operation, to be run without HTTP. */
export interface RunRequest {
  /** The text of the document; omit it where `documentId` names a trusted one. */
  readonly query?: string;
  readonly documentId?: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  /** Which operation of the document to run; optional where it has only one. */
  readonly operationName?: string | null;
  /** The credential, without `Bearer`; without one, only the schema can be read. */
  readonly credential?: string;
  /**
   * Its id in the log and at the Partner API: 1 to 128 letters, digits, `_`, `.`, `:` or `-`; else
   * a new one is made.
   */
  readonly requestId?: string;
  /**
   * The name of the client program in the log and the metrics, as the header `graphql-client-name`.
   */
  readonly client?: string;
  /** When it is aborted, the operation's REST requests end, and `run` rejects with the reason. */
  readonly signal?: AbortSignal;
  /**
   * As the header `X-Upstream-Explain`: `plan` for the estimate alone, `trace` for every REST
   * request that was sent.
   */
  readonly explain?: 'plan' | 'trace';
  /**
   * As `Cache-Control: max-age`: seconds that a response of the Partner API may be old, up to
   * MAX_STALE_SECONDS.
   */
  readonly maxAgeSeconds?: number;
  /**
   * What an error does to `data`, with the setting ERROR_BEHAVIOR alone; a draft of the GraphQL
   * specification.
   */
  readonly onError?: 'PROPAGATE' | 'NULL' | 'HALT';
}

/** A result, as the body of an HTTP response has it. */
export interface RunResult {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: { readonly upstream?: UpstreamCost };
}

/** How a result becomes the text that HTTP would send. */
interface ResultPrinter {
  readonly print: (result: OperationResult) => string;
  readonly printInSlices: (result: OperationResult) => Iterable<string>;
}

/**
 * Runs operations for an embedder, in the same way as those of HTTP requests. A bad document,
 * argument or credential is an entry of `errors`, as over HTTP.
 *
 * @throws the reason with which the signal is aborted; nothing else
 */
export function createPublicRun(
  runtime: Runtime,
  { print, printInSlices }: ResultPrinter,
): (request: RunRequest) => Promise<RunResult> {
  // A copy, as the embedder may change it: other requests may share the result, and its records are
  // kept for comparison.
  const copy = async (result: OperationResult): Promise<RunResult> => {
    const isLarge = largeBytesOf(result) !== undefined;
    const copied: unknown = isLarge
      ? await parseChunked(inTurns(printInSlices(result)))
      : JSON.parse(print(result));
    // The text is that of a result, which has these members.
    return copied as RunResult;
  };
  return (request) =>
    new Promise((resolve, reject) => {
      const { signal } = request;
      signal?.throwIfAborted();
      const lifetime = lifetimeOf(signal);
      // The reason is whatever the embedder chose, error or not.
      const caller = { end: () => reject(signal?.reason as Error) };
      lifetime.add(caller);
      runWhole(runtime, lifetime, () => toOperationRequest(request))
        .then(copy)
        .finally(() => lifetime.remove(caller))
        .then(resolve, reject);
    });
}

/** The lifetime of a client that has left when a signal is aborted. */
export const lifetimeOf = (signal: AbortSignal | undefined): Lifetime =>
  new Lifetime((end) => onAbort(signal, () => end(clientLeft)));

/** Runs an operation for a client that takes one result. Its refusal is a result too. */
export async function runWhole(
  runtime: Runtime,
  lifetime: Lifetime,
  toRequest: () => Omit<OperationRequest, 'incremental' | 'lifetime'>,
): Promise<OperationResult> {
  try {
    const request = { ...toRequest(), incremental: undefined, lifetime };
    return wholeOf(await runOperation(runtime, request)).result;
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

function toOperationRequest(request: RunRequest) {
  const { credential, explain, maxAgeSeconds: maxAge } = request;
  const authorization = credential === undefined ? undefined : `Bearer ${credential}`;
  return {
    credential: readCredential(authorization, 1),
    requestId: pickRequestId(request.requestId, authorization),
    client: readClient(() => request.client),
    explain,
    maxAge,
    ...checkParameters(request),
  };
}
