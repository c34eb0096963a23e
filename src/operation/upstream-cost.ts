import type { Estimate } from '../graphql/cost/estimate.js';
import type { Session } from '../loaders/session.js';
import type { RequestTrace } from '../loaders/trace.js';

/** What a response reports of its cost (runtime interface, "What a response tells about its cost"). */
export interface UpstreamCost {
  readonly requests: number;
  readonly limit: number;
  /** REST requests that the estimate allows for; see `graphql/cost/estimate.ts`. */
  readonly estimated: number;
  readonly deduplicated?: number;
  readonly primed?: number;
  readonly swept?: number;
  readonly cached?: number;
  readonly shared?: number;
  /** Id of the client's request in the log; `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly trace?: readonly RequestTrace[];
  readonly plan?: Estimate['requests'];
}

/** The cost so far; undefined for an operation that has read nothing from the Partner API. */
export function costOf(session: Session, estimated: number): UpstreamCost | undefined {
  const { cost, requestLimit: limit, requestId, trace } = session;
  const { requests, deduplicated, primed, swept, cached, shared } = cost;
  if (requests === 0 && shared === 0 && cached === 0) return undefined;
  const upstream = { requests, limit, estimated, deduplicated, primed, swept, cached, shared, requestId };
  return trace === undefined ? upstream : { ...upstream, trace };
}
