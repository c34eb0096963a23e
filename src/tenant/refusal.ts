import type { Endpoint } from '../partner/endpoint.js';
import type { PartnerError } from '../partner/error.js';
import type { SharedFacts } from './collection-facts.js';
import type { TenantResponses } from './tenant-responses.js';

/** What remembers a credential's data, and its refusals. */
export interface Refusable {
  readonly tenantKey: string;
  readonly now: () => number;
  readonly responses: TenantResponses | undefined;
  readonly collections: Map<string, unknown>;
  readonly sharedFacts: SharedFacts | undefined;
  /** When the Partner API last refused the credential. */
  refusedAt: number;
  /** Scopes whose last response was a 403. */
  readonly refusedScopes: Set<Endpoint['scope']>;
  readonly refusals: RefusalOptions;
}

/** Memories of what a credential has read, beside those of its tenant. */
export interface RefusalOptions {
  /** Called when the Partner API has refused a credential, here or at another process. */
  readonly refused?: ((tenantKey: string) => void) | undefined;
  /** Tells the other processes of it. */
  readonly announce?: (() => void) | undefined;
}

/**
 * Takes note of a 401 or 403: nobody may be served any more what the credential has read. A 403 counts where the scope was
 * granted before: a scope that is missing all along takes nothing away.
 */
export function noteRefused(
  tenant: Refusable,
  error: PartnerError,
  { scope }: Pick<Endpoint, 'scope'>,
): void {
  const { refusedScopes } = tenant;
  if (error.code !== 'UNAUTHENTICATED' && (error.code !== 'FORBIDDEN' || refusedScopes.has(scope))) return;
  if (error.code === 'FORBIDDEN') refusedScopes.add(scope);
  hearRefused(tenant);
  tenant.responses?.shareRefusal?.();
  tenant.refusals.announce?.();
}

/** The same where another process was refused. */
export function hearRefused(tenant: Refusable): void {
  tenant.responses?.drop();
  tenant.refusedAt = tenant.now();
  tenant.collections.clear();
  tenant.sharedFacts?.drop();
  tenant.refusals.refused?.(tenant.tenantKey);
}
