import { fillPath, type RecordEndpoint } from '../partner/endpoint.js';
import type { ClientRequest } from '../rest/client.js';
import type { TenantResponses } from '../tenant/tenant-responses.js';
import { BatchSchedule } from './batch-schedule.js';
import { Memory } from './memory.js';
import { type RequestOptions, RequestQueue } from './request-queue.js';

/**
 * Kept responses that one turn of the event loop hands out: an operation on hundreds of pages must
 * not block it.
 */
const maxPerTurn = 32;

/**
 * Milliseconds that an operation waits for other processes in all (docs/operation.md, "Several
 * replicas").
 */
const maxWaitMs = 50;

/** Paths of one round trip, which take some megabytes at most. */
const maxPaths = 16;

/**
 * Milliseconds. Clients accept no smaller age; the polls of a subscription, which share their
 * responses, do.
 */
const minSharedAgeMs = 1000;

export interface ReaderOptions extends RequestOptions {
  /** Kept responses that are not older are served; 0 and undefined: only fresh ones. */
  readonly maxAgeSeconds?: number | undefined;
  /**
   * Kept responses to requests that were sent then or later are served too, by the tenant's clock.
   */
  readonly sentSince?: number | undefined;
}

/**
 * What one operation reads: each path once, from a kept response where it accepts one, or else by a
 * request.
 */
export class Reader {
  readonly requests: RequestQueue;
  readonly memory: Memory;
  readonly schedule = new BatchSchedule();
  /** Undefined where the operation accepts no kept response. */
  private readonly responses: TenantResponses | undefined;
  /**
   * When the requests of the kept responses that were served had been sent, by path. Created late:
   * few operations have any.
   */
  private sentAt: Map<string, number> | undefined;
  /** The turn of the event loop that hands out the next responses; undefined for the first ones. */
  private turn: Promise<void> | undefined;
  /** What other processes will be asked for together. */
  private lookUp: { readonly requests: ClientRequest[]; readonly done: Promise<void> } | undefined;
  /** Milliseconds that look-ups have taken. */
  private waitedMs = 0;

  constructor(readonly options: ReaderOptions) {
    const { tenant, maxAgeSeconds = 0, sentSince } = options;
    const acceptsKept = maxAgeSeconds > 0 || sentSince !== undefined;
    this.requests = new RequestQueue(options);
    this.memory = new Memory(this.requests.cost);
    this.responses = acceptsKept ? tenant.responses : undefined;
  }

  /** Throws BAD_USER_INPUT for an unusable id. */
  getRecord<T>(endpoint: RecordEndpoint<T>, id?: string): Promise<T> {
    const path = fillPath(endpoint, id);
    return this.memory.read(path, () => this.readRecord(endpoint, path));
  }

  /** As `getRecord`, for a record that nothing needs so far. */
  prefetchRecord<T>(endpoint: RecordEndpoint<T>, id: string): Promise<T> {
    const path = fillPath(endpoint, id);
    return this.memory.prefetch(path, () => this.readRecord(endpoint, path));
  }

  /**
   * The record or `Page` of a request. Who wants one form may get the other, from an operation that
   * it joins.
   */
  read(request: ClientRequest): Promise<unknown> {
    const { responses, requests } = this;
    if (responses === undefined) return requests.read(request);
    const kept = this.takeKept(responses, request.path);
    if (kept !== undefined) return kept;
    const lookUp = this.ask(responses, request);
    if (lookUp === undefined) return requests.read(request);
    return lookUp.then(() => this.takeKept(responses, request.path) ?? requests.read(request));
  }

  /**
   * When the request of the kept response to a path was sent; undefined where the response is
   * fresh.
   */
  keptAt(path: string): number | undefined {
    return this.sentAt?.get(path);
  }

  /**
   * Whole seconds since the oldest response that was served had been requested; undefined where
   * none was served.
   */
  age(): number | undefined {
    if (this.sentAt === undefined) return undefined;
    let oldest = Infinity;
    for (const at of this.sentAt.values()) oldest = Math.min(oldest, at);
    return Math.floor((this.options.tenant.now() - oldest) / 1000);
  }

  private readRecord<T>(endpoint: RecordEndpoint<T>, path: string): Promise<T> {
    // A path belongs to one endpoint, whose record is what its response is parsed to.
    return this.read({ endpoint, path, pageForm: 'whole' }) as Promise<T>;
  }

  /**
   * Takes the kept response of a path, and counts it; undefined where none is young enough for the
   * operation.
   */
  private takeKept(responses: TenantResponses, path: string): Promise<unknown> | undefined {
    const { requests } = this;
    const { lifetime } = this.options;
    if (lifetime.ended !== undefined) return undefined;
    const kept = responses.find(path, this.acceptedAgeMs());
    if (kept === undefined) return undefined;
    // A client that joined the operation now could get a response that is older than it accepts.
    requests.noteKept();
    this.sentAt ??= new Map();
    this.sentAt.set(path, kept.sentAt);
    if (this.sentAt.size % maxPerTurn === 0) this.turn = after(this.turn);
    if (this.turn === undefined) return Promise.resolve(kept.value);
    return this.turn.then(() => {
      if (lifetime.ended !== undefined) throw lifetime.ended;
      return kept.value;
    });
  }

  private acceptedAgeMs(): number {
    const { maxAgeSeconds = 0, sentSince, tenant } = this.options;
    const sinceThenMs = sentSince === undefined ? 0 : tenant.now() - sentSince;
    return Math.max(1000 * maxAgeSeconds, sinceThenMs);
  }

  /**
   * Looks whether other processes have kept the response of a path, in one round trip with the
   * other paths of this turn of the event loop. Undefined where nobody can be asked; otherwise it
   * resolves when what they had is kept here.
   */
  private ask(responses: TenantResponses, request: ClientRequest): Promise<void> | undefined {
    if (!responses.isShared || this.options.lifetime.ended !== undefined) return undefined;
    if (this.waitedMs >= maxWaitMs || this.acceptedAgeMs() < minSharedAgeMs) return undefined;
    this.lookUp ??= this.openLookUp(responses);
    this.lookUp.requests.push(request);
    return this.lookUp.done;
  }

  private openLookUp(responses: TenantResponses) {
    const { lifetime } = this.options;
    const requests: ClientRequest[] = [];
    const done = new Promise<void>((resolve) => {
      const waiting = { end: () => resolve() };
      lifetime.add(waiting);
      setImmediate(() => {
        this.lookUp = undefined;
        void this.takeShared(responses, requests).then(() => {
          lifetime.remove(waiting);
          resolve();
        });
      });
    });
    return { requests, done };
  }

  private async takeShared(
    responses: TenantResponses,
    requests: readonly ClientRequest[],
  ): Promise<void> {
    for (let from = 0; from < requests.length; from += maxPaths) {
      if (this.options.lifetime.ended !== undefined || this.waitedMs >= maxWaitMs) return;
      const startedAt = performance.now();
      const part = requests.slice(from, from + maxPaths);
      const taken = responses.takeShared(part, this.acceptedAgeMs());
      const isInTime = await within(maxWaitMs - this.waitedMs, taken);
      this.waitedMs = isInTime ? this.waitedMs + performance.now() - startedAt : maxWaitMs;
    }
  }
}

/** The turn of the event loop that follows another one. */
async function after(turn: Promise<void> | undefined): Promise<void> {
  await turn;
  await new Promise((resolve) => setImmediate(resolve));
}

/** Whether it comes in time. The timer, of 50 ms at most, ends by itself. */
function within(milliseconds: number, taken: Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false));
  return Promise.race([taken.then(() => true), late]);
}
