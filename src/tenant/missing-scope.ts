import { z } from 'zod';
import { isScope, type Endpoint, type Scope } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import { jsonText, type SharedState } from '../shared/shared-state.js';
import { refusalSchema, repeat } from './cool-down.js';

/**
 * Milliseconds for which a 403 is believed. Scopes cannot be added to a credential (contract,
 * "Authentication", 5), so it could be believed for good; but what stands before the Partner API
 * may refuse too.
 */
const holdMs = 300_000;

interface Refusal {
  readonly error: PartnerError;
  /** Requests of the scope are sent again from then on. */
  readonly until: number;
}

/**
 * The scopes that a credential lacks: the last response to a request that needs one of them was a
 * 403.
 */
export class MissingScopes {
  private readonly refusals = new Map<Endpoint['scope'], Refusal>();

  /** @param announce gets a scope that turns out to be missing, for the other processes */
  constructor(
    private readonly now: () => number,
    private readonly announce?: (scope: Scope, error: PartnerError) => void,
  ) {}

  /**
   * FORBIDDEN while no request of the endpoint's scope may be sent: the error of the response that
   * was remembered.
   */
  refusalOf(endpoint: Endpoint): PartnerError | undefined {
    if (this.refusals.size === 0 || endpoint.scope === undefined) return undefined;
    const refusal = this.refusals.get(endpoint.scope);
    if (refusal === undefined || this.now() >= refusal.until) return undefined;
    return repeat(refusal.error, endpoint);
  }

  /** Takes note of a 403. @returns whether the scope was not known to be missing */
  refused(error: PartnerError, { scope }: Pick<Endpoint, 'scope'>): boolean {
    const known = this.refusals.get(scope);
    const now = this.now();
    this.refusals.set(scope, { error, until: now + holdMs });
    // Responses to requests that were in flight together are one refusal, not many.
    const isNews = known === undefined || known.until <= now;
    if (isNews && scope !== undefined) this.announce?.(scope, error);
    return known === undefined;
  }

  /** Takes note of a 200. */
  granted(scope: Endpoint['scope']): void {
    if (this.refusals.size > 0) this.refusals.delete(scope);
  }

  /** Takes note of a refusal that another process has met. */
  hear(scope: Scope, error: PartnerError, leftMs: number): void {
    this.refusals.set(scope, { error, until: this.now() + Math.min(holdMs, leftMs) });
  }
}

const messageSchema = jsonText(
  z.object({
    tenantKey: z.string(),
    scope: z.custom<Scope>(isScope),
    message: z.string(),
    facts: refusalSchema,
  }),
);

export function announceMissing(
  shared: Pick<SharedState, 'announce'>,
  tenantKey: string,
  scope: Scope,
  error: PartnerError,
): void {
  const { message, facts } = error;
  const missing = { tenantKey, scope, message, facts: refusalSchema.parse(facts) };
  shared.announce('scope', JSON.stringify(missing), holdMs);
}

/** Passes on what other processes have met. @param scopesOf the missing scopes of a tenant */
export function listenForMissing(
  shared: Pick<SharedState, 'listen'>,
  scopesOf: (tenantKey: string) => MissingScopes,
): void {
  shared.listen('scope', (text, leftMs) => {
    const found = messageSchema.safeParse(text).data;
    if (found === undefined) return;
    const error = new PartnerError('FORBIDDEN', found.message, found.facts);
    scopesOf(found.tenantKey).hear(found.scope, error, leftMs);
  });
}
