import { GraphQLError } from 'graphql';

/** Lets a bounded number of operations in; see `createAdmission`. */
export interface Admission {
  /**
   * Lets an operation in, and gives what to call when it is over.
   *
   * @param tenant whose operation it is
   * @throws GraphQLError for HTTP 503 with `Retry-After` when there is no place
   */
  enter(tenant: object): () => void;
}

/** Seconds; a place becomes free with every operation that ends, so a client may soon try again. */
const retryAfter = '1';

/**
 * Sheds what cannot be served in reasonable time instead of queueing without bound. Inside, REST requests wait their
 * turn in the common gate, where credentials alternate; here one credential may hold no more than half of all places,
 * so that its flood cannot keep the others out.
 *
 * @param most operations in flight at once (MAX_OPERATIONS)
 */
export function createAdmission(most: number): Admission {
  const inside = new WeakMap<object, number>();
  let total = 0;
  const share = Math.max(1, Math.ceil(most / 2));

  return {
    enter(tenant) {
      const own = inside.get(tenant) ?? 0;
      if (total >= most || own >= share) throw overloaded(most);
      inside.set(tenant, own + 1);
      total += 1;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        total -= 1;
        inside.set(tenant, (inside.get(tenant) ?? 1) - 1);
      };
    },
  };
}

function overloaded(most: number): GraphQLError {
  const message = `The façade is serving all the operations that it can: ${most} (MAX_OPERATIONS), half of them for one credential. Try again.`;
  const http = { status: 503, headers: { 'Retry-After': retryAfter } };
  return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http } });
}
