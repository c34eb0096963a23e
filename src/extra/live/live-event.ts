import { createHash, hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { endsSubscription } from '../../client/error.js';
import { inTurns, printInSlices } from '../../base/print.js';
import { largeBytesOf, markSizeOf, type OperationResult } from '../../operation/result.js';
import type { Clocks } from '../../document/live-operation.js';

/** What identifies a result, and when its run started and ended. */
export interface Finding {
  readonly fingerprint: string;
  readonly startedAt: number;
  readonly at: number;
}

/** What identifies a result, and how many characters it has. */
export interface Fingerprint {
  readonly fingerprint: string;
  readonly characters: number;
}

/**
 * Identifies a result by its data without `resolvedAt`, and the codes and paths of its errors, in
 * whatever order they came.
 *
 * @returns a promise for a large one, whose text is made in slices
 */
export function fingerprintOf(
  result: OperationResult,
  clocks: Clocks,
): Fingerprint | Promise<Fingerprint> {
  const { data, errors = [] } = result;
  const failures = errors.map(({ path, extensions }) =>
    JSON.stringify([kindOf(extensions['code']), path ?? []]),
  );
  const identity = [withoutClocks(data ?? null, clocks), failures.sort()];
  if (largeBytesOf(result) !== undefined) return fingerprintInSlices(identity);
  const text = JSON.stringify(identity);
  return { fingerprint: hash('sha256', text, 'base64url'), characters: text.length };
}

async function fingerprintInSlices(identity: unknown): Promise<Fingerprint> {
  const hashed = createHash('sha256');
  let characters = 0;
  for await (const slice of inTurns(printInSlices(identity))) {
    hashed.update(slice);
    characters += slice.length;
  }
  return { fingerprint: hashed.digest('base64url'), characters };
}

/** The data without what the clocks show; objects on the way are copied. */
export function withoutClocks(value: unknown, clocks: Clocks | undefined): unknown {
  if (clocks === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutClocks(each, clocks));
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = clocks.get(name);
    if (below?.size !== 0) kept[name] = withoutClocks(member, below);
  }
  return kept;
}

/** The same outage can show as either code. */
const kindOf = (code: unknown): unknown =>
  code === 'UPSTREAM_TIMEOUT' ? 'UPSTREAM_UNAVAILABLE' : code;

/** The result of a poll as an event of its subscription. */
export function toEvent(result: OperationResult, responseName: string): OperationResult {
  const { data, errors, extensions } = result;
  const event = {
    ...(errors && { errors: errors.map((error) => below(error, responseName)) }),
    data: data == null ? null : { [responseName]: data },
    ...(extensions && { extensions }),
  };
  return markSizeOf(event, result);
}

/**
 * The error at its path in the event. Its HTTP status is left out: that of the response is sent
 * already.
 */
function below(error: GraphQLError, responseName: string): GraphQLError {
  const extensions = { ...error.extensions };
  delete extensions.http;
  const moved = new GraphQLError(error.message, {
    path: [responseName, ...(error.path ?? [])],
    extensions,
  });
  return Object.assign(moved, { nodes: error.nodes, locations: error.locations });
}

/** Seconds to wait after a 429 that names no time. */
const defaultWait = 5;

/** Whether the credential is refused, or nothing can run at all. */
export const isFinal = ({ data, errors = [] }: OperationResult): boolean =>
  errors.some(({ extensions: { code } }) => endsSubscription(code, data !== undefined));

/**
 * What subscribers are shown of a result, and the milliseconds for which nothing may be sent after
 * it.
 */
export function readQuota(result: OperationResult) {
  const limited = (result.errors ?? []).filter(
    ({ extensions }) => extensions['code'] === 'RATE_LIMITED',
  );
  const [first] = limited;
  if (first === undefined) return { shown: result, waitMs: 0 };
  const waits = limited.map(({ extensions: { retryAfterSeconds } }) =>
    typeof retryAfterSeconds === 'number' ? retryAfterSeconds : defaultWait,
  );
  // One refusal of the whole subscription: which field meets it is chance.
  const refusal = new GraphQLError(first.message, { extensions: first.extensions });
  return {
    shown: { ...result, data: null, errors: [refusal] },
    waitMs: 1000 * Math.max(0, ...waits),
  };
}
