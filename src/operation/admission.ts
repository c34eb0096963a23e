import { GraphQLError } from 'graphql';
import { unprovenShare } from '../tenant/fair-share.js';

/** Lets a bounded number of operations in; see `createAdmission`. */
export interface Admission {
  /**
   * Lets an operation in, and gives what to call when it is over.
   *
   * @param tenant whose operation it is
   * @throws GraphQLError for HTTP 503 with `Retry-After` when there is no place
   */
  enter(tenant: Admitted): () => void;
}

/** What is looked at of a credential: whether the upstream has accepted it. */
interface Admitted {
  readonly queue: { readonly isProven: boolean };
}

/** Seconds; a place becomes free with every operation that ends, so a client may soon try again. */
const soon = 1;

/** Milliseconds. Where unproven credentials wait longer for their first place, one more is refused rather than queued. */
const maxUnprovenWaitMs = 1000;

/**
 * Sheds what cannot be served in reasonable time instead of queueing without bound. Inside, REST requests wait their
 * turn in the common gate, where credentials alternate; here one credential may hold no more than half of all places,
 * so that its flood cannot keep the others out, and all that the upstream has not accepted yet a quarter together, so
 * that invented ones cannot.
 *
 * @param max operations in flight at once (MAX_OPERATIONS)
 * @param unprovenWaitMs how long unproven credentials have been waiting for their first place of the gate
 */
export function createAdmission(max: number, unprovenWaitMs: () => number = () => 0): Admission {
  const inside = new WeakMap<object, number>();
  const unproven = new Set<Admitted>();
  let total = 0;
  const share = Math.max(1, Math.ceil(max / 2));

  const checkUnproven = (): void => {
    const waitMs = unprovenWaitMs();
    if (waitMs > maxUnprovenWaitMs) throw tooManyUnproven(max, Math.ceil(waitMs / 1000));
    if (unproven.size < unprovenShare(max)) return;
    // Some may have been accepted since they came.
    for (const each of unproven) if (each.queue.isProven) unproven.delete(each);
    if (unproven.size >= unprovenShare(max)) throw tooManyUnproven(max, soon);
  };

  return {
    enter(tenant) {
      const own = inside.get(tenant) ?? 0;
      if (total >= max || own >= share) throw overloaded(max);
      if (!tenant.queue.isProven) checkUnproven();
      // One for each operation: a credential may have several.
      const entry: Admitted = { queue: tenant.queue };
      if (!tenant.queue.isProven) unproven.add(entry);
      inside.set(tenant, own + 1);
      total += 1;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        total -= 1;
        unproven.delete(entry);
        inside.set(tenant, (inside.get(tenant) ?? 1) - 1);
      };
    },
  };
}

function overloaded(max: number): GraphQLError {
  return refusal(
    `The façade is serving all the operations that it can: ${max} (MAX_OPERATIONS), half of them for one credential. Try again.`,
    soon,
  );
}

function tooManyUnproven(max: number, retryAfter: number): GraphQLError {
  return refusal(
    'The façade is serving all the operations that it can for credentials that the Partner API has not accepted yet: ' +
      `at most a quarter of ${max} (MAX_OPERATIONS). Try again.`,
    retryAfter,
  );
}

function refusal(message: string, retryAfter: number): GraphQLError {
  const http = { status: 503, headers: { 'Retry-After': String(retryAfter) } };
  return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http } });
}
