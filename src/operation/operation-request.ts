import type { CredentialState } from './credential.js';
import type { DocumentRequest } from './documents/persisted-document.js';

/** One GraphQL request, from HTTP or from an embedder. */
export interface OperationRequest extends DocumentRequest {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
  readonly credential: CredentialState;
  readonly requestId: string;
  /** The header `X-Upstream-Explain`. */
  readonly explain?: string | null | undefined;
  /** Whether the client accepts incremental delivery. */
  readonly acceptsIncremental: boolean;
  /** Calls back once, when the client leaves; returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
}
