import { GraphQLError } from 'graphql';
import { unprovenShare } from '../tenant/fair-share.js';

/** Admits a bounded number of operations; see `createAdmission`. */
export interface Admission {
  /**
   * Admits an operation; returns what to call when it has ended.
   *
   * @param tenant the same object for all operations of a credential
   * @throws GraphQLError for HTTP 503 with `Retry-After` where no place is free
   */
  enter(tenant: AdmittedTenant): () => void;
}

/** A credential's `isProven` says whether the upstream has accepted it. */
interface AdmittedTenant {
  readonly queue: { readonly isProven: boolean };
}

/** Seconds. Every operation that ends frees a place, so that a client may soon try again. */
const retryAfterSeconds = 1;

/** Milliseconds. When unproven credentials wait longer for a place of the limiter, further ones are refused. */
const maxUnprovenWaitMs = 1000;

/**
 * Refuses operations that cannot be served in reasonable time, instead of queueing without bound. One credential holds at
 * most half of all places, so that its flood does not keep the others out, and all that the upstream has not accepted yet
 * hold a quarter together, so that invented ones do not. REST requests then wait in the fair limiter of the process.
 *
 * @param max operations in flight at once (MAX_OPERATIONS)
 * @param unprovenWaitMs how long unproven credentials have been waiting for their first place of the limiter
 */
export function createAdmission(max: number, unprovenWaitMs: () => number = () => 0): Admission {
  const admitted = new WeakMap<object, number>();
  const unproven = new Set<AdmittedTenant>();
  let total = 0;
  const share = Math.max(1, Math.ceil(max / 2));

  const checkUnproven = (): void => {
    const waitMs = unprovenWaitMs();
    if (waitMs > maxUnprovenWaitMs) throw tooManyUnproven(max, Math.ceil(waitMs / 1000));
    if (unproven.size < unprovenShare(max)) return;
    // The upstream may have accepted some since they were admitted.
    for (const each of unproven) if (each.queue.isProven) unproven.delete(each);
    if (unproven.size >= unprovenShare(max)) throw tooManyUnproven(max, retryAfterSeconds);
  };

  return {
    enter(tenant) {
      const own = admitted.get(tenant) ?? 0;
      if (total >= max || own >= share) throw overloaded(max);
      if (!tenant.queue.isProven) checkUnproven();
      // An object of its own: a credential may have several operations.
      const entry: AdmittedTenant = { queue: tenant.queue };
      if (!tenant.queue.isProven) unproven.add(entry);
      admitted.set(tenant, own + 1);
      total += 1;
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        total -= 1;
        unproven.delete(entry);
        admitted.set(tenant, (admitted.get(tenant) ?? 1) - 1);
      };
    },
  };
}

const overloaded = (max: number): GraphQLError =>
  refusal(
    `The façade serves at most ${max} operations at once (MAX_OPERATIONS), and half as many for one credential. Try again.`,
    retryAfterSeconds,
  );

const tooManyUnproven = (max: number, retryAfter: number): GraphQLError =>
  refusal(
    `The façade serves at most a quarter of ${max} operations at once (MAX_OPERATIONS) for credentials that the Partner API ` +
      'has not accepted yet. Try again.',
    retryAfter,
  );

function refusal(message: string, retryAfter: number): GraphQLError {
  const http = { status: 503, headers: { 'Retry-After': String(retryAfter) } };
  return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http } });
}
