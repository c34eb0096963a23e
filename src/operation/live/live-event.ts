import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';
import { type Clocks, withoutClocks } from './clock.js';

/** What identifies a result, and when it was found. */
export interface Finding {
  readonly fingerprint: string;
  /** When its run started. */
  readonly startedAt: number;
  /** When its run ended. */
  readonly at: number;
}

export interface LastResult extends Finding {
  /** Undefined where there is no room for it, or a new subscriber must not be shown it. */
  readonly event: OperationResult | undefined;
}

/**
 * What is compared of a result: its data without `resolvedAt`, and the codes and paths of its errors, in whatever order
 * they came. Equal texts are no news.
 */
export function textOf({ data, errors = [] }: OperationResult, clocks: Clocks | undefined): string {
  const failures = errors.map(({ path, extensions }) =>
    JSON.stringify([kindOf(extensions['code']), path ?? []]),
  );
  return JSON.stringify([withoutClocks(data ?? null, clocks), failures.sort()]);
}

/** @param text what is compared */
export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url');

/** One outage shows as either. */
const kindOf = (code: unknown): unknown => (code === 'UPSTREAM_TIMEOUT' ? 'UPSTREAM_UNAVAILABLE' : code);

/** The result of a poll as an event of its subscription. */
export function toEvent(
  { data, errors, extensions }: OperationResult,
  responseName: string,
): OperationResult {
  return {
    ...(errors && { errors: errors.map((error) => below(error, responseName)) }),
    data: data == null ? null : { [responseName]: data },
    ...(extensions?.upstream && { extensions: { upstream: extensions.upstream } }),
  };
}

/** The error at its path in the event. Its HTTP status is left out: that of the response is sent already. */
function below(error: GraphQLError, responseName: string): GraphQLError {
  const extensions = { ...error.extensions };
  delete extensions.http;
  const moved = new GraphQLError(error.message, {
    path: [responseName, ...(error.path ?? [])],
    extensions,
  });
  return Object.assign(moved, { nodes: error.nodes, locations: error.locations });
}
