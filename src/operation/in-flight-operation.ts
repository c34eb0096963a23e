import { type Dependent, Lifetime } from '../base/lifetime.js';
import { Cancellation, PartnerError } from '../partner/error.js';
import type { Session } from '../session/session.js';
import type { Caller } from './operation-request.js';
import type { OperationResponse } from './result.js';

/**
 * An operation until its response is complete, its last client has left, or its time is over,
 * whichever is first: also where nobody reads what it has made. A class for the reason given at
 * `QueryRun`.
 */
export class InFlightOperation {
  private started: Promise<OperationResponse> | undefined;
  private waiting = 0;
  readonly startedAt = performance.now();
  /** Its end frees what the operation holds at once, whoever reads the rest of its response. */
  readonly lifetime: Lifetime;

  /**
   * @param session undefined for an operation that reads nothing from the Partner API
   * @param timeoutMs milliseconds for the whole operation (OPERATION_TIMEOUT_MS)
   */
  constructor(
    readonly session: Session | undefined,
    timeoutMs: number,
  ) {
    this.lifetime = session?.lifetime ?? new Lifetime();
    const timer = setTimeout(() => {
      const message = `The operation did not complete within ${timeoutMs} ms (OPERATION_TIMEOUT_MS).`;
      this.lifetime.end(new PartnerError('UPSTREAM_TIMEOUT', message));
    }, timeoutMs);
    this.lifetime.add({ end: () => clearTimeout(timer) });
  }

  /** Undefined until the execution has started. */
  get response(): Promise<OperationResponse> | undefined {
    return this.started;
  }

  /** How many clients wait for the response. */
  get clients(): number {
    return this.waiting;
  }

  /** Starts the execution. @param run closes the operation when its response is complete */
  start(
    run: (inFlight: InFlightOperation) => Promise<OperationResponse>,
  ): Promise<OperationResponse> {
    const started = run(this);
    this.started = started;
    return started;
  }

  /** Lets a client wait for the response; the last one to leave ends the operation. */
  addClient({ lifetime }: Pick<Caller, 'lifetime'>): void {
    this.waiting += 1;
    const client: Dependent = {
      end: (reason) => {
        this.waiting -= 1;
        if (this.waiting === 0) this.lifetime.end(reason);
      },
    };
    lifetime.add(client);
    this.lifetime.add({ end: () => lifetime.remove(client) });
  }

  /**
   * To be called when the response is complete, or nobody reads the rest of it; a second call
   * changes nothing.
   */
  close(): void {
    this.lifetime.end(completed);
  }
}

/** Made once: the stack of an error is the costliest part of a small operation. */
const completed = new Cancellation('The operation is over.');
