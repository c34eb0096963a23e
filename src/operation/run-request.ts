import type { GraphQLFormattedError } from 'graphql';
import type { UpstreamCost } from './upstream-cost.js';

/** One operation, to be run without HTTP around it. */
export interface RunRequest {
  /** The text of the document; left out where `documentId` names a trusted one. */
  readonly query?: string;
  readonly documentId?: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  /** Which operation of the document; left out where it has one alone. */
  readonly operationName?: string | null;
  /** The credential alone, without `Bearer` in front; without one nothing but the schema can be read. */
  readonly credential?: string;
  /** Its id in the log and at the Partner API, 1 to 128 letters, digits, `_`, `.`, `:` or `-`; else a fresh one is made. */
  readonly requestId?: string;
  /** Aborted, it ends the operation's REST requests, and `run` rejects with its reason. */
  readonly signal?: AbortSignal;
  /** What the header `X-Upstream-Explain` asks for: the estimate alone, or every request that was sent. */
  readonly explain?: 'plan' | 'trace';
}

/** An answer, as its HTTP body would hold it. */
export interface RunResult {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: { readonly upstream?: UpstreamCost };
}
