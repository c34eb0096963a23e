import { createDictionary, type Dictionary } from '../base/dictionary.js';
import type { Dependent, Lifetime } from '../base/lifetime.js';
import type { Endpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import type { Client, ClientRequest, PendingResult, Sender } from '../rest/client.js';
import { repeat } from './cool-down.js';
import type { Cancel, Limiter } from './limiter.js';
import type { TenantQueue } from './tenant-queue.js';

/** An operation that reads: requests are sent and paid for by one of those that wait for them. */
export interface RequestReader {
  /** Ends what it waits for. */
  readonly lifetime: Lifetime;
  /** On whose behalf a request is sent that it pays for. */
  readonly sender: Sender;
  /** The refusal that it has met and that applies to the endpoint; undefined without one. */
  refusalOf(endpoint: Endpoint): PartnerError | undefined;
  /** Counts a request that is to be sent for it; false where its budget is spent. */
  spend(): boolean;
  /** The error of a request for which its budget has nothing left. */
  overspent(endpoint: Endpoint): PartnerError;
  /** Takes note of the request that it has paid for. */
  sent(request: ClientRequest, result: Promise<unknown>): void;
  /** Takes note that it waits for a request that another operation has paid for. */
  shares(): void;
  /** Takes note of the time until which later operations may join what it waits for. */
  waitsFor(joinableUntil: number): void;
  /**
   * Counts bytes of a body, which every operation that waits for it holds.
   *
   * @returns why it may read no more
   */
  charge(endpoint: Endpoint, bytes: number): PartnerError | undefined;
  /** A read is over; its promise settles next. @param error undefined for a response */
  ended(endpoint: Endpoint, error: Error | undefined): void;
}

/** What the requests of one credential need, and tell, of the rest of its tenant. */
export interface RequestHost {
  readonly client: Client;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Slots of the whole process, which credentials share. */
  readonly limiter: Limiter;
  readonly queue: TenantQueue;
  /** Why nothing may be sent to an endpoint; undefined where something may. */
  refusalOf(endpoint: Endpoint): PartnerError | undefined;
  /** Takes note of a 200. */
  noteResponse(endpoint: Endpoint): void;
  /** Takes note of any other outcome. @returns what those that wait for it get */
  noteFailure(error: PartnerError, endpoint: Endpoint): PartnerError;
}

/**
 * The REST requests of one credential: operations that need the same path at the same time share
 * one request. It waits for a slot of the process once, whoever joins it meanwhile; when it gets
 * one, the first operation that still waits and can pay sends it. It keeps the slot until its
 * outcome, and the last operation to leave aborts it.
 */
export class TenantRequests {
  /** The newest request of each path that has no outcome yet. */
  private readonly byPath: Dictionary<SharedRequest> = createDictionary();

  constructor(private readonly host: RequestHost) {}

  /**
   * Reads the record or the `Page` of a request.
   *
   * @returns rejects with a PartnerError, or with why the reader's lifetime has ended
   */
  read(request: ClientRequest, reader: RequestReader): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const reading = new Reading(request.endpoint, reader, resolve, reject);
      const reason = reasonAgainst(this.host, request.endpoint, reader);
      if (reason !== undefined) reading.fail(reason);
      else this.join(request, reading);
    });
  }

  private join(request: ClientRequest, reading: Reading): void {
    const other = this.byPath[request.path];
    if (other?.isJoinable() === true) {
      other.join(reading);
      return;
    }
    const opened = new SharedRequest(this.host, this.byPath, request);
    this.byPath[request.path] = opened;
    opened.start(reading);
  }
}

/** Why a reader may not read from an endpoint now; undefined where it may. */
export const reasonAgainst = (
  host: Pick<RequestHost, 'refusalOf'>,
  endpoint: Endpoint,
  reader: RequestReader,
): Error | undefined =>
  reader.lifetime.ended ??
  reader.refusalOf(endpoint) ??
  host.refusalOf(endpoint) ??
  reader.charge(endpoint, 0);

/** One operation's wait for one request, settled once. */
class Reading implements Dependent {
  /** Undefined once it is settled. */
  private request: SharedRequest | undefined;

  constructor(
    private readonly endpoint: Endpoint,
    readonly reader: RequestReader,
    private readonly resolve: (value: unknown) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  waitFor(request: SharedRequest): void {
    this.request = request;
    this.reader.lifetime.add(this);
  }

  /** The lifetime of its operation is over. */
  end(reason: Error): void {
    this.request?.leave(this, reason);
  }

  succeed(value: unknown): void {
    this.settle(undefined);
    this.resolve(value);
  }

  fail(error: Error): void {
    this.settle(error);
    this.reject(error);
  }

  private settle(error: Error | undefined): void {
    this.request = undefined;
    this.reader.lifetime.remove(this);
    this.reader.ended(this.endpoint, error);
  }
}

/** One REST request, from its wait for a slot to its outcome, and the operations that wait for it. */
class SharedRequest {
  private readonly readings = new Set<Reading>();
  /** Leaves the limiter's queue; undefined while it does not wait in it. */
  private leaveQueue: Cancel | undefined;
  /** Undefined until it is sent. */
  private pending: PendingResult | undefined;
  /** When half of its time is over, second attempt included: who joins later has too little left. */
  private joinableUntil = Infinity;
  /** Bytes of the body that have come. */
  private bytes = 0;

  constructor(
    private readonly host: RequestHost,
    private readonly byPath: Dictionary<SharedRequest>,
    private readonly request: ClientRequest,
  ) {}

  isJoinable(): boolean {
    return this.host.now() <= this.joinableUntil;
  }

  /** Sends it, or waits for a slot of the process. */
  start(reading: Reading): void {
    const { limiter, queue } = this.host;
    this.add(reading);
    const waiting = limiter.acquire(queue);
    if (waiting === undefined) {
      this.send();
      return;
    }
    this.leaveQueue = waiting.cancel;
    waiting.ready.then(
      () => this.sendAfterWait(),
      (reason: unknown) => this.failUnsent(asError(reason)),
    );
  }

  /** Lets another operation wait for it. */
  join(reading: Reading): void {
    this.add(reading);
    if (this.pending === undefined) return;
    this.share(reading);
    if (this.bytes > 0) this.charge(reading, this.bytes);
  }

  /** An operation waits no longer; the last one to leave ends the request. */
  leave(reading: Reading, reason: Error): void {
    if (!this.readings.delete(reading)) return;
    reading.fail(reason);
    if (this.readings.size > 0) return;
    this.close();
    this.leaveQueue?.(reason);
    this.pending?.abort(reason);
  }

  private add(reading: Reading): void {
    this.readings.add(reading);
    reading.waitFor(this);
  }

  /** It has got a slot, and much may have happened meanwhile. */
  private sendAfterWait(): void {
    const { host, request } = this;
    this.leaveQueue = undefined;
    for (const reading of this.readings) {
      const reason = reasonAgainst(host, request.endpoint, reading.reader);
      if (reason !== undefined) this.leave(reading, reason);
    }
    this.send();
  }

  /** Sends it, paid by the first that can; without one, nobody gets a response. */
  private send(): void {
    const { host, request } = this;
    const payer = this.findPayer();
    if (payer === undefined) {
      for (const reading of this.readings) {
        this.leave(reading, reading.reader.overspent(request.endpoint));
      }
      host.limiter.release(host.queue);
      return;
    }
    const { reader } = payer;
    this.joinableUntil = host.now() + host.timeoutMs / 2;
    const pending = host.client.read(request, reader.sender, (count) => this.noteBytes(count));
    this.pending = pending;
    reader.waitsFor(this.joinableUntil);
    for (const reading of this.readings) if (reading !== payer) this.share(reading);
    reader.sent(request, pending.result);
    pending.result.then(
      (value) => this.succeed(value),
      (error: unknown) => this.fail(error),
    );
  }

  private findPayer(): Reading | undefined {
    for (const reading of this.readings) if (reading.reader.spend()) return reading;
    return undefined;
  }

  private share({ reader }: Reading): void {
    reader.shares();
    reader.waitsFor(this.joinableUntil);
  }

  /** Counts bytes of the body as they come. */
  private noteBytes(count: number): void {
    this.bytes += count;
    for (const reading of this.readings) this.charge(reading, count);
  }

  private charge(reading: Reading, bytes: number): void {
    const reason = reading.reader.charge(this.request.endpoint, bytes);
    if (reason !== undefined) this.leave(reading, reason);
  }

  private succeed(value: unknown): void {
    const { host, request } = this;
    this.close();
    host.noteResponse(request.endpoint);
    host.limiter.release(host.queue);
    for (const reading of this.readings) reading.succeed(value);
    this.readings.clear();
  }

  private fail(error: unknown): void {
    const { host, request } = this;
    this.close();
    const shown =
      error instanceof PartnerError ? host.noteFailure(error, request.endpoint) : asError(error);
    host.limiter.release(host.queue);
    this.rejectAll(shown);
  }

  /** The credential was refused while it waited for a slot, or its last operation has left. */
  private failUnsent(reason: Error): void {
    this.close();
    const isRefused = reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED';
    // A 401 names the endpoint that this one was not sent to.
    this.rejectAll(isRefused ? repeat(reason, this.request.endpoint) : reason);
  }

  private rejectAll(error: Error): void {
    for (const reading of this.readings) reading.fail(error);
    this.readings.clear();
  }

  /** Nobody may join it any more; a newer one of the same path stays. */
  private close(): void {
    const { path } = this.request;
    if (this.byPath[path] === this) Reflect.deleteProperty(this.byPath, path);
  }
}
