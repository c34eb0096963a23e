import type { ClientRequest } from '../rest/client.js';
import type { ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import { asError } from '../partner/error.js';
import type { Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import type { Waiter } from '../tenant/in-flight-request.js';
import { KeptReader } from './kept-reader.js';
import { RequestSender } from './request-sender.js';
import type { RequestOptions } from './session-options.js';

/**
 * The REST requests of one operation. A read takes a kept response, or waits for a slot of the operation and is sent or
 * joined to another. It rejects with a PartnerError, or with the queue's end.
 */
export class RequestQueue {
  readonly sender: RequestSender;
  /** Undefined where the operation accepts no kept response. */
  readonly kept: KeptReader | undefined;
  /** A slot is free only while nothing waits for one. */
  private freeSlots: number;
  private readonly waiting: Waiter[] = [];
  private hasResponses = false;

  constructor(options: RequestOptions) {
    const { limits, tenant, maxAgeSeconds = 0, sentSince = Infinity } = options;
    this.sender = new RequestSender(options);
    this.freeSlots = limits.maxConcurrency;
    if (tenant.responses !== undefined && (maxAgeSeconds > 0 || sentSince !== Infinity))
      this.kept = new KeptReader(this.sender, tenant.responses, options);
  }

  getRecord<T>(endpoint: RecordEndpoint<T>, path: string): Promise<T> {
    // A path belongs to one endpoint, whose record is what its response is parsed to.
    return this.read({ endpoint, path, pageForm: 'whole' }) as Promise<T>;
  }

  /** Who wants one form may get the other, from the operation that it joins. */
  getPage<T>(endpoint: ListEndpoint<T>, path: string, pageForm: PageForm): Promise<Page<T>> {
    // As above: the response of a list endpoint is parsed to a page of its records.
    return this.read({ endpoint, path, pageForm }) as Promise<Page<T>>;
  }

  /** Whether no response has come yet, and each request that is waited for has at least half of its time left. */
  isFresh(): boolean {
    return !this.hasResponses && this.sender.isInTime();
  }

  /** Rejects all that waits or is under way, and every later read. */
  end(reason: Error): void {
    for (const { reject } of this.waiting.splice(0)) reject(reason);
    this.sender.end(reason);
  }

  private read(request: ClientRequest): Promise<unknown> {
    if (this.kept === undefined) return this.readFresh(request);
    const kept = this.takeKept(request.path);
    if (kept !== undefined) return kept;
    const lookUp = this.kept.ask(request);
    if (lookUp === undefined) return this.readFresh(request);
    return lookUp.then(() => this.takeKept(request.path) ?? this.readFresh(request));
  }

  private takeKept(path: string): Promise<unknown> | undefined {
    const kept = this.kept?.take(path);
    // A client that joined the operation now could get a response that is older than it accepts.
    if (kept !== undefined) this.hasResponses = true;
    return kept;
  }

  private readFresh(request: ClientRequest): Promise<unknown> {
    try {
      this.sender.check(request.endpoint);
    } catch (error) {
      return Promise.reject(asError(error));
    }
    if (this.freeSlots > 0) {
      this.freeSlots -= 1;
      return this.readInSlot(request);
    }
    const slot = new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    return slot.then(() => this.readInSlot(request));
  }

  private readInSlot(request: ClientRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        resolve: (value) => {
          this.leaveSlot();
          resolve(value);
        },
        reject: (error) => {
          this.leaveSlot();
          this.sender.refusals.remember(request.endpoint, error);
          reject(error);
        },
      };
      try {
        this.sender.check(request.endpoint);
      } catch (error) {
        waiter.reject(asError(error));
        return;
      }
      this.sender.read(request, waiter);
    });
  }

  private leaveSlot(): void {
    this.hasResponses = true;
    const next = this.waiting.shift();
    if (next === undefined) this.freeSlots += 1;
    else next.resolve(undefined);
  }
}
