import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';
import { repeat } from '../tenant/cool-down.js';

/**
 * What the upstream has refused in this operation, so that it is not asked again: after a 403 nothing that needs the
 * same scope, after a 401 or a 429 nothing at all. Scopes are independent and immutable (contract,
 * "Authentication", 4 and 5).
 */
export interface Refusals {
  /** Throws the remembered refusal that also answers `operation`. */
  check(operation: Endpoint): void;
  remember(operation: Endpoint, error: unknown): void;
}

export function createRefusals(): Refusals {
  /** Nearly every operation has none. */
  let byScope: Map<Endpoint['scope'], PartnerError> | undefined;
  let ofEverything: PartnerError | undefined;

  return {
    check(operation) {
      const refusal = ofEverything ?? byScope?.get(operation.scope);
      if (refusal !== undefined) throw repeat(refusal, operation);
    },
    remember(operation, error) {
      if (!(error instanceof PartnerError)) return;
      if (error.code === 'UNAUTHENTICATED' || error.code === 'RATE_LIMITED') ofEverything ??= error;
      // The organization needs no scope, so its 403 says nothing of any other operation.
      if (error.code !== 'FORBIDDEN' || operation.scope === undefined) return;
      byScope ??= new Map();
      if (!byScope.has(operation.scope)) byScope.set(operation.scope, error);
    },
  };
}
