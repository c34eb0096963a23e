import type { GraphQLError } from 'graphql';
import { unavailable } from '../document/parameters.js';
import { unacceptedShare } from '../tenant/limiter.js';
import type { Tenant } from '../tenant/tenant.js';

type AdmittedTenant = Pick<Tenant, 'isAccepted' | 'operations'>;

/** Seconds. Every operation that ends frees a place, so that a client may soon try again. */
const retryAfterSeconds = 1;

/**
 * Milliseconds. When credentials that are not accepted wait longer for a slot of the limiter,
 * further ones are refused.
 */
const maxUnacceptedWaitMs = 1000;

/**
 * Refuses operations that cannot be served in reasonable time, instead of queueing without bound.
 * Neither a flood of one credential, which holds at most half of all places, nor invented ones,
 * which hold a quarter together until the Partner API has accepted them, keep others out.
 */
export class Admission {
  private total = 0;
  /** Those with operations in flight that were not accepted when the last of these was admitted. */
  private readonly unaccepted = new Set<AdmittedTenant>();

  /**
   * @param max operations in flight at once (MAX_OPERATIONS)
   *
   * @param unacceptedWaitMs how long credentials that are not accepted have been waiting for their
   *   first slot of the limiter
   */
  constructor(
    private readonly max: number,
    private readonly unacceptedWaitMs: () => number = () => 0,
  ) {}

  /**
   * Admits an operation; returns what to call once when it has ended.
   *
   * @throws GraphQLError for HTTP 503 where no place is free
   */
  enter(tenant: AdmittedTenant): () => void {
    const { max } = this;
    const maxOfOne = Math.max(1, Math.ceil(max / 2));
    if (this.total >= max || tenant.operations >= maxOfOne) {
      throw unavailable(
        `The façade serves at most ${max} operations at once (MAX_OPERATIONS), and half as many for one credential. Try again.`,
        retryAfterSeconds,
      );
    }
    if (!tenant.isAccepted) {
      this.checkUnaccepted();
      this.unaccepted.add(tenant);
    }
    tenant.operations += 1;
    this.total += 1;
    return () => {
      this.total -= 1;
      tenant.operations -= 1;
      if (tenant.operations === 0) this.unaccepted.delete(tenant);
    };
  }

  private checkUnaccepted(): void {
    const waitMs = this.unacceptedWaitMs();
    if (waitMs > maxUnacceptedWaitMs) throw tooManyUnaccepted(this.max, Math.ceil(waitMs / 1000));
    let operations = 0;
    for (const each of this.unaccepted) {
      if (each.isAccepted) this.unaccepted.delete(each);
      else operations += each.operations;
    }
    if (operations >= unacceptedShare(this.max)) {
      throw tooManyUnaccepted(this.max, retryAfterSeconds);
    }
  }
}

const tooManyUnaccepted = (max: number, retryAfter: number): GraphQLError =>
  unavailable(
    `The façade serves at most a quarter of ${max} operations at once (MAX_OPERATIONS) for credentials that the Partner API ` +
      'has not accepted yet. Try again.',
    retryAfter,
  );
