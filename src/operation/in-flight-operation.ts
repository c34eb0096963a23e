import type { Session } from '../loaders/session.js';
import { Cancellation, PartnerError } from '../partner/error.js';
import type { OperationResponse } from './result.js';
import type { OperationRequest } from './operation-request.js';

/**
 * An admitted operation until its response is complete: its deadline, and the clients that wait for it. A class for the
 * reason given at `Execution`.
 */
export class InFlightOperation {
  /** Undefined until the execution has started. */
  response: Promise<OperationResponse> | undefined;
  endReason: Error | undefined;
  clients = 0;
  readonly startedAt = performance.now();
  private isClosed = false;
  private readonly timer: NodeJS.Timeout;
  private readonly cleanups: (() => void)[] = [];

  /** @param timeoutMs milliseconds for the whole operation (OPERATION_TIMEOUT_MS) */
  constructor(
    readonly session: Session,
    timeoutMs: number,
  ) {
    this.timer = setTimeout(() => this.end(timedOut(timeoutMs)), timeoutMs);
  }

  /** Lets a client wait for the response; the last one to leave ends the operation. */
  addClient(client: Pick<OperationRequest, 'onLeave'>): void {
    this.clients += 1;
    const stopListening = client.onLeave(() => {
      this.clients -= 1;
      if (this.clients === 0) this.end(clientsLeft);
    });
    this.onClose(stopListening);
  }

  /** Ends the operation early: its REST requests, and what remains of its execution. */
  end(reason: Error): void {
    this.endReason ??= reason;
    this.session.end(reason);
  }

  onClose(cleanup: () => void): void {
    this.cleanups.push(cleanup);
  }

  /** To be called when the response is complete. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    for (const cleanup of this.cleanups) cleanup();
    this.session.end(completed);
  }
}

const timedOut = (timeoutMs: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_TIMEOUT',
    `The operation did not complete within ${timeoutMs} ms (OPERATION_TIMEOUT_MS).`,
  );

const clientsLeft = new Cancellation('The client has left.');

/** Made once: the stack of an error is the costliest part of a small operation. */
const completed = new Cancellation('The operation is over.');

/**
 * Waits for what an operation needs before it starts: one that has started does not hear of a client that has left before.
 * @throws Cancellation where the client has left meanwhile
 */
export async function whileClientWaits<T>(
  needed: Promise<T>,
  client: Pick<OperationRequest, 'onLeave'>,
): Promise<T> {
  const waiting = { hasEnded: false };
  const stopListening = client.onLeave(() => {
    waiting.hasEnded = true;
  });
  try {
    const result = await needed;
    if (waiting.hasEnded) throw clientsLeft;
    return result;
  } finally {
    stopListening();
  }
}
