import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';
import { repeat } from '../tenant/cool-down.js';

/** What the upstream has refused: after a 403 nothing of its scope is sent, after a 401 or 429 nothing at all. */
export interface Refusals {
  /** @throws PartnerError the remembered refusal, where it also applies to `endpoint` */
  check(endpoint: Endpoint): void;
  remember(endpoint: Endpoint, error: unknown): void;
}

export function createRefusals(): Refusals {
  /** Created late: nearly every operation has none. */
  let byScope: Map<Endpoint['scope'], PartnerError> | undefined;
  let ofEverything: PartnerError | undefined;

  return {
    check(endpoint) {
      const refusal = ofEverything ?? byScope?.get(endpoint.scope);
      if (refusal !== undefined) throw repeat(refusal, endpoint);
    },
    remember(endpoint, error) {
      if (!(error instanceof PartnerError)) return;
      if (error.code === 'UNAUTHENTICATED' || error.code === 'RATE_LIMITED') ofEverything ??= error;
      // The organization needs no scope, so its 403 says nothing about other endpoints.
      if (error.code !== 'FORBIDDEN' || endpoint.scope === undefined) return;
      byScope ??= new Map();
      if (!byScope.has(endpoint.scope)) byScope.set(endpoint.scope, error);
    },
  };
}
