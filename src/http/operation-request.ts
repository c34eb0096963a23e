import { countHeaders, type OperationRequest, readCredential } from '../operation/operation-request.js';
import { checkParameters } from '../operation/parameters.js';

/** What an HTTP request says about its operation beside the parameters. */
export interface OperationSource {
  readonly authorization: string | null | undefined;
  /** Names and values in turn as node:http received them; undefined in other runtimes. */
  readonly rawHeaders: readonly string[] | undefined;
  /** The header `X-Upstream-Explain`. */
  readonly explain: string | null | undefined;
  readonly acceptsIncremental: boolean;
  readonly requestId: string;
  readonly onLeave: OperationRequest['onLeave'];
}

/**
 * The operation of an HTTP request, for both ways to serve it.
 *
 * @param body parsed JSON, or the parameters of a GET request
 * @throws GraphQLError with HTTP status 400 for bad parameters
 */
export function readOperationRequest(body: unknown, source: OperationSource): OperationRequest {
  const { query, documentId, variables, operationName, extensions } = checkParameters(body);
  const { authorization, rawHeaders, explain, acceptsIncremental, requestId, onLeave } = source;
  const headerCount = rawHeaders === undefined ? 1 : countHeaders(rawHeaders, 'authorization');
  const credential = readCredential(authorization, headerCount);
  return {
    query,
    documentId,
    variables,
    operationName,
    extensions,
    credential,
    explain,
    acceptsIncremental,
    requestId,
    onLeave,
  };
}
