import type { ClientRequest } from '../rest/client.js';
import type { Cancel } from '../tenant/in-flight-request.js';
import type { TenantResponses } from '../tenant/tenant-responses.js';
import type { RequestSender } from './request-sender.js';
import type { RequestOptions } from './session-options.js';

/** Kept responses that one turn of the event loop hands out: an operation on hundreds of pages must not block it. */
const maxPerTurn = 32;

/** Milliseconds that an operation waits for other processes in all (interface, "Fleet"). */
const maxWaitMs = 50;

/** Paths of one round trip, which take some megabytes at most. */
const maxPaths = 16;

/** Milliseconds. Clients accept no smaller age; the polls of a subscription, which share their responses, do. */
const minSharedAgeMs = 1000;

/** What other processes are asked for together. */
interface LookUp {
  readonly requests: ClientRequest[];
  readonly done: Promise<void>;
}

/** Serves kept responses to one operation that accepts them. */
export class KeptReader {
  /** When the requests of the responses that were served had been sent, by path. */
  readonly sentAt = new Map<string, number>();
  /** The turn of the event loop that hands out the next responses; undefined for the first ones. */
  private turn: Promise<void> | undefined;
  /** The one that takes more paths. */
  private lookUp: LookUp | undefined;
  /** Milliseconds that look-ups have taken. */
  private waitedMs = 0;

  constructor(
    private readonly operation: Pick<RequestSender, 'budget' | 'cancels' | 'ended'>,
    private readonly responses: TenantResponses,
    private readonly options: RequestOptions,
  ) {}

  /** Takes the kept response of a path, and counts it; undefined where none is young enough for the operation. */
  take(path: string): Promise<unknown> | undefined {
    const { operation, sentAt } = this;
    if (operation.ended !== undefined) return undefined;
    const kept = this.responses.find(path, this.acceptedAgeMs());
    if (kept === undefined) return undefined;
    sentAt.set(path, kept.sentAt);
    operation.budget.cost.cached += 1;
    if (sentAt.size % maxPerTurn === 0) this.turn = after(this.turn);
    if (this.turn === undefined) return Promise.resolve(kept.value);
    return this.turn.then(() => {
      if (operation.ended !== undefined) throw operation.ended;
      return kept.value;
    });
  }

  /**
   * Looks whether other processes have kept the response of a path, in one round trip with the other paths of this turn of
   * the event loop. Undefined where nobody can be asked; otherwise it resolves when what they had is kept here.
   */
  ask(request: ClientRequest): Promise<void> | undefined {
    const { operation, responses } = this;
    if (!responses.isShared || operation.ended !== undefined) return undefined;
    if (this.waitedMs >= maxWaitMs || this.acceptedAgeMs() < minSharedAgeMs) return undefined;
    this.lookUp ??= this.openLookUp();
    this.lookUp.requests.push(request);
    return this.lookUp.done;
  }

  /** Whole seconds since the oldest response that was served had been requested; undefined where none was served. */
  age(): number | undefined {
    if (this.sentAt.size === 0) return undefined;
    let oldest = Infinity;
    for (const at of this.sentAt.values()) oldest = Math.min(oldest, at);
    return Math.floor((this.options.tenant.now() - oldest) / 1000);
  }

  private acceptedAgeMs(): number {
    const { maxAgeSeconds = 0, sentSince = Infinity, tenant } = this.options;
    return Math.max(1000 * maxAgeSeconds, tenant.now() - sentSince);
  }

  private openLookUp(): LookUp {
    const { cancels } = this.operation;
    const requests: ClientRequest[] = [];
    const done = new Promise<void>((resolve) => {
      const cancel: Cancel = () => resolve();
      cancels.add(cancel);
      setImmediate(() => {
        this.lookUp = undefined;
        void this.takeShared(requests).then(() => {
          cancels.delete(cancel);
          resolve();
        });
      });
    });
    return { requests, done };
  }

  private async takeShared(requests: readonly ClientRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += maxPaths) {
      if (this.operation.ended !== undefined || this.waitedMs >= maxWaitMs) return;
      const startedAt = performance.now();
      const part = requests.slice(from, from + maxPaths);
      const taken = this.responses.takeShared(part, this.acceptedAgeMs());
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

function within(milliseconds: number, taken: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false);
    void taken.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
