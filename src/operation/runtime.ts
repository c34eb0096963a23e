import type { GraphQLSchema } from 'graphql';
import { Lifetime } from '../base/lifetime.js';
import type { Settings } from '../config.js';
import { Documents } from '../document/persisted-document.js';
import { asGraphQLError, publicError, type ReportUnknown } from '../graphql/error.js';
import type { Client } from '../rest/client.js';
import { Session, type SessionOptions } from '../session/session.js';
import type { SharedState } from '../shared/shared-state.js';
import type { Limiter } from '../tenant/limiter.js';
import type { ResponseStore } from '../tenant/response-store.js';
import type { Tenant } from '../tenant/tenant.js';
import { createTenants, type TenantOf } from '../tenant/tenants.js';
import { Admission } from './admission.js';
import { Backlog } from './backlog.js';
import { Coalescing, type CoalescingKey } from './coalescing.js';
import { type ExecuteRun, Executor } from './execute.js';
import { InFlightOperation } from './in-flight-operation.js';
import type { Mode } from './mode.js';
import { OperationObservation } from './observation.js';
import type { Observer } from './observer.js';
import type { Caller, CredentialState } from './operation-request.js';
import { type OperationResponse, refusedWith } from './result.js';

export interface RuntimeParts {
  readonly schema: GraphQLSchema;
  readonly client: Client;
  readonly processLimiter: Limiter;
  readonly responses: ResponseStore;
  readonly shared: SharedState;
  readonly observer: Observer;
  /** Undefined where compiled queries are executed. */
  readonly executeRun: ExecuteRun | undefined;
  /** Tried in their order before the plain run. */
  readonly modes: (runtime: Runtime) => readonly Mode[];
  /** Called when the Partner API has refused the credential of a tenant. */
  readonly refused: (tenantKey: string) => void;
  /** Trusted documents, in place of the file that TRUSTED_DOCUMENTS names. */
  readonly manifest: unknown;
}

type SessionRead = Omit<
  SessionOptions,
  'lifetime' | 'settings' | 'requestId' | 'headers' | 'observer'
>;

/** What all operations share. */
export class Runtime {
  readonly documents: Documents;
  readonly executor: Executor;
  readonly tenantOf: TenantOf;
  private readonly admission: Admission;
  readonly coalescing: Coalescing;
  readonly backlog: Backlog;
  readonly modes: readonly Mode[];

  /** @throws ManifestError if trusted documents cannot be served */
  constructor(
    readonly settings: Settings,
    readonly parts: RuntimeParts,
  ) {
    const { schema, processLimiter, responses, shared, refused, executeRun, manifest } = parts;
    this.documents = new Documents(schema, settings, manifest, shared);
    this.backlog = new Backlog(settings.MAX_UNREAD_BYTES);
    this.executor = new Executor(schema, settings, executeRun, this.backlog);
    this.admission = new Admission(settings.MAX_OPERATIONS, () =>
      processLimiter.unacceptedWaitMs(),
    );
    this.coalescing = new Coalescing(settings.OPERATION_TIMEOUT_MS);
    this.tenantOf = createTenants({
      client: parts.client,
      timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
      now: () => performance.now(),
      maxCoolDownSeconds: settings.MAX_COOL_DOWN_SECONDS,
      limiter: processLimiter,
      responses,
      shared,
      refused,
    });
    this.modes = parts.modes(this);
  }

  /** Whose memory the responses to a request take; undefined without a usable credential. */
  ownerOf(state: CredentialState): Tenant | undefined {
    return state.kind === 'usable' ? this.tenantOf(state.credential, state) : undefined;
  }

  /** Opens a session, which sends nothing yet. */
  openSession(observation: OperationObservation, read: SessionRead): Session {
    return new Session({
      lifetime: new Lifetime(),
      settings: this.settings,
      requestId: observation.request.requestId,
      headers: observation.headers,
      observer: observation,
      ...read,
    });
  }

  /** Logs an error of an unknown kind; returns the id that the log has it under. */
  report(
    error: unknown,
    { requestId, credential }: Pick<Caller, 'requestId' | 'credential'>,
  ): string {
    const known = credential.kind === 'usable' ? credential.credential : undefined;
    this.parts.observer.failed(error, requestId, known);
    return requestId;
  }

  /** Makes what an operation throws its response, and observes it. */
  async observe(
    request: Caller,
    run: (observation: OperationObservation) => OperationResponse | Promise<OperationResponse>,
  ): Promise<OperationResponse> {
    const report: ReportUnknown = (error) => this.report(error, request);
    const observation = new OperationObservation(this.parts.observer, request, report);
    let response: OperationResponse;
    try {
      response = await run(observation);
    } catch (error) {
      response = refusedWith([publicError(asGraphQLError(error), report)]);
    }
    observation.observe(response);
    return response;
  }

  /** Opens an operation that reads nothing from the Partner API: it needs no place. */
  openWithoutSession(observation: OperationObservation): InFlightOperation {
    const inFlight = new InFlightOperation(undefined, this.settings.OPERATION_TIMEOUT_MS);
    inFlight.addClient(observation.request);
    return inFlight;
  }

  /**
   * Runs an operation once it is admitted, for its client and for all that join it.
   *
   * @param key undefined for an operation that other requests must not join
   * @param run closes the operation when its response is complete
   */
  admit(
    session: Session,
    observation: OperationObservation,
    key: CoalescingKey | undefined,
    run: (inFlight: InFlightOperation) => Promise<OperationResponse>,
  ): Promise<OperationResponse> {
    const leave = this.admission.enter(session.tenant);
    const inFlight = new InFlightOperation(session, this.settings.OPERATION_TIMEOUT_MS);
    inFlight.lifetime.add({ end: leave });
    inFlight.addClient(observation.request);
    if (key !== undefined) inFlight.lifetime.add({ end: this.coalescing.add(key, inFlight) });
    return inFlight.start(run);
  }
}
