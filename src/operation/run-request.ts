import type { GraphQLFormattedError } from 'graphql';
import type { UpstreamCost } from './upstream-cost.js';

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
  /** Its id in the log and at the Partner API: 1 to 128 letters, digits, `_`, `.`, `:` or `-`; else a new one is made. */
  readonly requestId?: string;
  /** When it is aborted, the operation's REST requests end, and `run` rejects with the reason. */
  readonly signal?: AbortSignal;
  /** As the header `X-Upstream-Explain`: `plan` for the estimate alone, `trace` for every REST request that was sent. */
  readonly explain?: 'plan' | 'trace';
}

/** A result, as the body of an HTTP response has it. */
export interface RunResult {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphQLFormattedError[];
  readonly extensions?: { readonly upstream?: UpstreamCost };
}
