import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import { repeat } from '../tenant/cool-down.js';

/** What the upstream has refused: after a 403 nothing of its scope is sent, after a 401 or 429 nothing at all. */
export class Refusals {
  /** Created late: nearly every operation has none. */
  private byScope: Map<Endpoint['scope'], PartnerError> | undefined;
  private ofEverything: PartnerError | undefined;

  /** @throws PartnerError the remembered refusal, where it also applies to `endpoint` */
  check(endpoint: Endpoint): void {
    const refusal = this.ofEverything ?? this.byScope?.get(endpoint.scope);
    if (refusal !== undefined) throw repeat(refusal, endpoint);
  }

  remember(endpoint: Endpoint, error: unknown): void {
    if (!(error instanceof PartnerError)) return;
    if (error.code === 'UNAUTHENTICATED' || error.code === 'RATE_LIMITED') this.ofEverything ??= error;
    // The organization needs no scope, so its 403 says nothing about other endpoints.
    if (error.code !== 'FORBIDDEN' || endpoint.scope === undefined) return;
    this.byScope ??= new Map();
    if (!this.byScope.has(endpoint.scope)) this.byScope.set(endpoint.scope, error);
  }
}

/** Why a request is not sent that its operation may not spend. */
export function overspent(endpoint: Endpoint, limit: number): PartnerError {
  const message =
    `${endpoint.id} was not read: the operation has spent its ${limit} REST requests (MAX_UPSTREAM_REQUESTS). ` +
    'Ask for fewer items at once.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}

/** Why a request was not sent. A 401 that rejected it in the queue names the endpoint that it was not sent to. */
export const rejectionOf = (endpoint: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, endpoint)
    : asError(reason);
