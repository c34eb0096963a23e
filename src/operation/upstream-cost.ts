import type { Estimate } from '../graphql/cost/estimate.js';
import type { RequestTrace } from '../loaders/trace.js';

/** What a response tells of its cost (runtime interface, "What a response tells about its cost"). */
export interface UpstreamCost {
  readonly requests: number;
  readonly limit: number;
  /** REST requests that the estimate allowed for; see `graphql/estimate.ts`. */
  readonly estimated: number;
  readonly deduplicated?: number;
  readonly primed?: number;
  readonly swept?: number;
  readonly cached?: number;
  readonly shared?: number;
  /** The client's request, under which the log has it: `X-Request-Id` of the answer. */
  readonly requestId: string;
  readonly trace?: readonly RequestTrace[];
  readonly plan?: Estimate['requests'];
}
