import { hash } from 'node:crypto';
import type { Endpoint } from '../partner/endpoint.js';
import type { PartnerError } from '../partner/error.js';
import type { Client, ClientRequest } from '../rest/client.js';
import type { SharedState } from '../shared/shared-state.js';
import { type CollectionFacts, type FactValues, SharedFacts } from './collection-facts.js';
import { announceWait, CoolDown } from './cool-down.js';
import type { Limiter } from './limiter.js';
import { announceMissing, MissingScopes } from './missing-scope.js';
import { type RequestHost, type RequestReader, TenantRequests } from './request.js';
import type { ResponseStore } from './response-store.js';
import { TenantQueue } from './tenant-queue.js';
import { TenantResponses } from './tenant-responses.js';

export interface TenantOptions {
  /** Sends the requests. */
  readonly client: Client;
  /** Milliseconds of one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly maxCoolDownSeconds: number;
  /** Slots of the whole process, which credentials share. */
  readonly limiter: Limiter;
  /** Undefined where no response is remembered. */
  readonly responses?: ResponseStore | undefined;
  readonly shared: SharedState;
  /** Called when the Partner API has refused a credential, here or at another process. */
  readonly refused?: ((tenantKey: string) => void) | undefined;
}

/** Hexadecimal digits: that two of 20,000 credentials have one label is less likely than 1e-6. */
const labelLength = 12;

/**
 * Milliseconds for which a process that begins to listen hears of a refusal; longer where it may
 * serve older responses.
 */
const minRefusalHoldMs = 60_000;

/**
 * What the operations of one credential share. Outside of `responses`, no record outlives the
 * operations that read it.
 */
export class Tenant implements RequestHost {
  readonly now: () => number;
  readonly limiter: Limiter;
  /** At the limiter. */
  readonly queue = new TenantQueue(false);
  readonly client: Client;
  readonly timeoutMs: number;
  readonly coolDown: CoolDown;
  readonly missingScopes: MissingScopes;
  /** By the path of the list. */
  readonly collections = new Map<string, CollectionFacts>();
  readonly sharedFacts: SharedFacts;
  /**
   * Paths of the lists that an operation's links were read from when it last ran with the same
   * variables.
   */
  readonly sweepHistory = new WeakMap<object, Map<string, ReadonlySet<string>>>();
  readonly responses: TenantResponses | undefined;
  private readonly requests = new TenantRequests(this);
  /** Operations in flight; see `Admission`. */
  operations = 0;
  private lastRefusedAt = -Infinity;
  private knownLabel: string | undefined;

  /**
   * @param tenantKey a keyed hash of the credential, under which other modules keep what is its own
   */
  constructor(
    readonly tenantKey: string,
    private readonly options: TenantOptions,
    facts: FactValues,
  ) {
    const { now, maxCoolDownSeconds, limiter, client, timeoutMs, responses, shared } = options;
    this.now = now;
    this.limiter = limiter;
    this.client = client;
    this.timeoutMs = timeoutMs;
    this.coolDown = new CoolDown(now, maxCoolDownSeconds, (wait, leftMs) =>
      announceWait(shared, tenantKey, wait, leftMs),
    );
    this.missingScopes = new MissingScopes(now, (scope, error) =>
      announceMissing(shared, tenantKey, scope, error),
    );
    this.sharedFacts = new SharedFacts(facts, tenantKey, this.collections, now);
    this.responses = responses && new TenantResponses(responses, tenantKey);
  }

  /**
   * Whether the Partner API has accepted the credential, and not refused it since: only then it
   * gets more than a stranger.
   */
  get isAccepted(): boolean {
    return this.queue.isAccepted;
  }

  /**
   * What the log calls the credential: 12 hexadecimal digits, the same in all processes that share
   * a secret. Nobody without the secret can test a guess. A part of a hash of `tenantKey`, which
   * itself must not leave the process (`createTenants`).
   */
  get label(): string {
    this.knownLabel ??= hash('sha256', `label ${this.tenantKey}`).slice(0, labelLength);
    return this.knownLabel;
  }

  /** When the Partner API last refused the credential. */
  get refusedAt(): number {
    return this.lastRefusedAt;
  }

  /**
   * Reads the record or the `Page` of a request, together with the other operations of the
   * credential that need it now (`TenantRequests`).
   */
  read(request: ClientRequest, reader: RequestReader): Promise<unknown> {
    return this.requests.read(request, reader);
  }

  /** Why nothing may be sent to an endpoint now; undefined where something may. */
  refusalOf(endpoint: Endpoint): PartnerError | undefined {
    return this.coolDown.refusalOf(endpoint) ?? this.missingScopes.refusalOf(endpoint);
  }

  /** Takes note of a 200. */
  noteResponse({ scope }: Endpoint): void {
    this.limiter.accept(this.queue);
    this.coolDown.noteResponse();
    this.missingScopes.granted(scope);
  }

  /** Takes note of any other outcome. @returns what the operations that wait for it get */
  noteFailure(error: PartnerError, endpoint: Endpoint): PartnerError {
    const { limiter, queue, coolDown } = this;
    const { code, facts } = error;
    this.noteRefused(error, endpoint);
    if (code === 'UNAUTHENTICATED') limiter.refuse(queue, error);
    // A 403 and a 404 are for a valid credential (contract, "Errors"); any other status may come
    // from a gateway.
    else if (code === 'FORBIDDEN' || code === 'NOT_FOUND') limiter.accept(queue);
    if (code === 'RATE_LIMITED') return coolDown.refused(error);
    // A gateway's status says nothing about the quota behind it.
    if (facts.status !== undefined && facts.status < 500) coolDown.noteResponse();
    return error;
  }

  /**
   * Takes note of a 401 or 403: nobody may be served any more what the credential has read. A 403
   * counts where the scope was granted before: a scope that is missing all along takes nothing
   * away.
   */
  private noteRefused(error: PartnerError, endpoint: Pick<Endpoint, 'scope'>): void {
    const isNews = error.code === 'FORBIDDEN' && this.missingScopes.refused(error, endpoint);
    if (error.code !== 'UNAUTHENTICATED' && !isNews) return;
    this.forget();
    this.responses?.refuse();
    const { responses: store, shared } = this.options;
    const holdMs = Math.max(minRefusalHoldMs, store?.maxAgeMs ?? 0);
    // An invented credential is of no interest later.
    shared.announce('refusal', this.tenantKey, this.isAccepted ? holdMs : 0);
  }

  /** Forgets what the credential has read: it was refused, here or at another process. */
  forget(): void {
    this.responses?.drop();
    this.lastRefusedAt = this.now();
    this.collections.clear();
    this.sharedFacts.drop();
    this.options.refused?.(this.tenantKey);
  }
}
