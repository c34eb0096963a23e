/**
 * What `request-model.test.ts` expects of the requests of operations: a slow and plain
 * specification, which shares no code with what it specifies. Each move is followed by all that it
 * leads to, as if every promise had run. Where a move leads to several things at once, any order of
 * them is right, and `Choices` says which one it was.
 */

import type { Choices } from './choice.js';

/** Milliseconds for which a request may be joined: half of UPSTREAM_TIMEOUT_MS. */
const joinableMs = 500;
const maxCoolDownMs = 300_000;
const missingScopeMs = 300_000;
const maxUnacceptedRequests = 4;

export interface OperationOptions {
  /** Index of its credential. */
  readonly credential: number;
  /** Reads that it has in a slot of its own at once. */
  readonly concurrency: number;
  readonly maxRequests: number;
  readonly maxBytes: number;
}

export interface ModelOptions {
  readonly slots: number;
  /** Of each credential: whether the Partner API has accepted it. */
  readonly isAccepted: readonly boolean[];
}

/** An endpoint as the model sees it: the path of a record, and the scope that it needs. */
export interface Target {
  readonly path: string;
  readonly scope: string | undefined;
}

/** What may happen; requests, operations and targets have the indices of their lists. */
export type Move =
  | { readonly kind: 'read'; readonly operation: number; readonly target: Target }
  | { readonly kind: 'open'; readonly options: OperationOptions }
  | { readonly kind: 'leave'; readonly operation: number }
  | { readonly kind: 'advance'; readonly milliseconds: number }
  | { readonly kind: 'respond'; readonly request: number; readonly value: string }
  | {
      readonly kind: 'fail';
      readonly request: number;
      readonly status: number;
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'arrive'; readonly request: number; readonly bytes: number }
  | { readonly kind: 'sendAgain'; readonly request: number };

/** What can be seen after a move. */
export interface View {
  /** Credential and path of each request, in the order of sending. */
  readonly sent: readonly string[];
  /** Of each request that was sent. */
  readonly aborted: readonly boolean[];
  /** Of each operation: the paths that were read with their outcomes, sorted. */
  readonly outcomes: readonly (readonly string[])[];
  readonly costs: readonly { readonly requests: number; readonly shared: number }[];
  readonly fresh: readonly boolean[];
  /** Of each question whether a second attempt may be sent. */
  readonly secondAttempts: readonly boolean[];
}

interface Credential {
  /** Those that wait for a slot of the process. */
  readonly waiting: Request[];
  /** Those that are not sent yet, and may be joined: what waits, and what has just got a slot. */
  readonly unsent: Request[];
  readonly missing: Map<string, number>;
  isAccepted: boolean;
  held: number;
  /** When it came to its place among those that wait, by the clock and in order. */
  place: readonly [at: number, order: number];
  coolsUntil: number;
  doublings: number;
}

interface Operation extends OperationOptions {
  readonly of: Credential;
  /** One for each call; a repeated path repeats the first one. */
  readonly calls: Read[];
  readonly waiting: Read[];
  readonly refusedScopes: Set<string>;
  refusal: string | undefined;
  reading: number;
  requests: number;
  shared: number;
  bytes: number;
  hasLeft: boolean;
  hasEndedRead: boolean;
  readonly joined: Request[];
}

interface Read extends Target {
  readonly operation: Operation;
  outcome: string | undefined;
}

/** It waits for a slot once, whoever joins it, and is sent by the first that can pay. */
interface Request extends Target {
  readonly of: Credential;
  /** Those that wait for it, in the order in which they came. */
  readers: Read[];
  bytes: number;
  state: 'unsent' | 'open' | 'ended' | 'aborted';
}

interface SentRequest extends Request {
  readonly sender: Operation;
  readonly sentAt: number;
}

export class RequestModel {
  private readonly requests: SentRequest[] = [];
  private readonly secondAttempts: boolean[] = [];
  private readonly credentials: readonly Credential[];
  private readonly operations: Operation[] = [];
  /** What follows from what has happened, in order. */
  private readonly next: (() => void)[] = [];
  private now = 0;
  private places = 0;

  constructor(
    private readonly options: ModelOptions,
    private readonly choices: Choices,
  ) {
    this.credentials = options.isAccepted.map((isAccepted) => ({
      ...{ isAccepted, waiting: [], unsent: [], missing: new Map(), held: 0, place: [0, 0] },
      ...{ coolsUntil: -1, doublings: 0 },
    }));
  }

  view(): View {
    return {
      sent: this.requests.map(({ sender, path }) => `${sender.credential} ${path}`),
      aborted: this.requests.map(({ state }) => state === 'aborted'),
      outcomes: this.operations.map(({ calls }) =>
        calls
          .flatMap(({ path, outcome }) => (outcome === undefined ? [] : `${path} ${outcome}`))
          .toSorted(),
      ),
      costs: this.operations.map(({ requests, shared }) => ({ requests, shared })),
      fresh: this.operations.map((each) => this.isFresh(each)),
      secondAttempts: this.secondAttempts,
    };
  }

  /** Reads that have no outcome. */
  get unended(): number {
    const calls = this.operations.flatMap((each) => each.calls);
    return calls.filter(({ outcome }) => outcome === undefined).length;
  }

  take(move: Move): void {
    if (move.kind === 'advance') this.now += move.milliseconds;
    else if (move.kind === 'open') this.open(move.options);
    else if (move.kind === 'read') this.read(at(this.operations, move.operation), move.target);
    else if (move.kind === 'leave') this.leave(at(this.operations, move.operation));
    else this.takeAt(this.requests[move.request], move);
    while (this.next.length > 0)
      for (const next of this.next.splice(this.choices.choose(this.next.length), 1)) next();
  }

  private takeAt(
    request: SentRequest | undefined,
    move: Extract<Move, { readonly request: number }>,
  ): void {
    // In another order of things it has not been sent; then what was seen differs, too.
    if (request === undefined) return;
    if (move.kind === 'respond') this.respond(request, move.value);
    else if (move.kind === 'fail') this.fail(request, move.status, move.retryAfter);
    else if (move.kind === 'arrive') this.arrive(request, move.bytes);
    else this.secondAttempts.push(this.sendAgain(request));
  }

  private open(options: OperationOptions): void {
    this.operations.push({
      ...options,
      of: at(this.credentials, options.credential),
      ...{ calls: [], waiting: [], refusedScopes: new Set(), refusal: undefined, joined: [] },
      ...{ reading: 0, requests: 0, shared: 0, bytes: 0, hasLeft: false, hasEndedRead: false },
    });
  }

  private read(operation: Operation, target: Target): void {
    const known = operation.calls.find(({ path }) => path === target.path);
    const read = known ?? { ...target, operation, outcome: undefined };
    operation.calls.push(read);
    if (known !== undefined) return;
    // A refusal that a read meets before it has a slot of its operation does not end the operation.
    read.outcome = this.reasonAgainst(operation, target.scope);
    if (read.outcome !== undefined) return;
    if (operation.reading === operation.concurrency) operation.waiting.push(read);
    else {
      operation.reading += 1;
      this.joinOrWait(read);
    }
  }

  private leave(operation: Operation): void {
    operation.hasLeft = true;
    const ended = operation.calls.filter(({ outcome }) => outcome === undefined);
    operation.waiting.splice(0);
    for (const read of ended) {
      operation.hasEndedRead = true;
      read.outcome = 'left';
    }
    for (const request of operation.joined) {
      const read = request.readers.find((each) => each.operation === operation);
      if (read !== undefined) this.leaveRequest(request, read);
    }
  }

  private arrive(request: Request, bytes: number): void {
    request.bytes += bytes;
    for (const read of [...request.readers]) this.charge(request, read, bytes);
  }

  /** Whether a second attempt may be sent; it is counted. */
  private sendAgain({ sender, scope }: SentRequest): boolean {
    if (this.refusalOf(sender, scope) !== undefined) return false;
    if (sender.requests >= sender.maxRequests) return false;
    sender.requests += 1;
    return true;
  }

  private respond(request: SentRequest, value: string): void {
    const { of } = request;
    request.state = 'ended';
    this.accept(of);
    this.release(of);
    this.endCoolDown(of);
    if (request.scope !== undefined) of.missing.delete(request.scope);
    this.finishAll(request, value);
  }

  private fail(request: SentRequest, status: number, retryAfterSeconds?: number): void {
    const { scope, of } = request;
    request.state = 'ended';
    if (status === 401) this.refuse(of);
    if (status === 403 && scope !== undefined) of.missing.set(scope, this.now + missingScopeMs);
    if (status === 403 || status === 404) this.accept(of);
    if (status === 429) this.coolDown(of, retryAfterSeconds);
    else if (status < 500) this.endCoolDown(of);
    this.release(of);
    this.finishAll(request, codeOf(status));
  }

  private isFresh({ hasEndedRead, joined }: Operation): boolean {
    return !hasEndedRead && joined.every((each) => !isSent(each) || this.isJoinable(each));
  }

  private refusalOf(operation: Operation, scope = 'none'): string | undefined {
    const { of, refusal, refusedScopes } = operation;
    if (refusal !== undefined) return refusal;
    if (refusedScopes.has(scope)) return 'FORBIDDEN';
    if (this.now < of.coolsUntil) return 'RATE_LIMITED';
    return this.now < (of.missing.get(scope) ?? 0) ? 'FORBIDDEN' : undefined;
  }

  private reasonAgainst(operation: Operation, scope: string | undefined): string | undefined {
    if (operation.hasLeft) return 'left';
    const isOverread = operation.bytes > operation.maxBytes;
    return this.refusalOf(operation, scope) ?? (isOverread ? overBudget : undefined);
  }

  private isJoinable({ sentAt }: SentRequest): boolean {
    return this.now - sentAt <= joinableMs;
  }

  /** @returns whether the read needs no request of its own */
  private endOrJoin(read: Read): boolean {
    const { operation, path, scope } = read;
    const reason = this.reasonAgainst(operation, scope);
    if (reason !== undefined) {
      this.finish(read, reason);
      return true;
    }
    const other = this.requests.find(
      (each) =>
        each.state === 'open' &&
        each.of === operation.of &&
        each.path === path &&
        this.isJoinable(each),
    );
    const unsent = operation.of.unsent.find((each) => each.path === path);
    if (other !== undefined) this.share(other, read);
    if (unsent !== undefined) this.join(unsent, read);
    return (other ?? unsent) !== undefined;
  }

  private joinOrWait(read: Read): void {
    if (this.endOrJoin(read)) return;
    const { path, scope, operation } = read;
    const { of } = operation;
    const request: Request = { path, scope, of, readers: [], bytes: 0, state: 'unsent' };
    of.unsent.push(request);
    this.join(request, read);
    if (of.waiting.length === 0 && this.mayTake(of)) {
      of.held += 1;
      this.send(request);
      return;
    }
    if (of.waiting.length === 0) this.queueUp(of);
    of.waiting.push(request);
  }

  /** Sends a request that has waited, unless nobody wants it any more. */
  private sendAdmitted(request: Request): void {
    for (const read of [...request.readers]) {
      const reason = this.reasonAgainst(read.operation, request.scope);
      if (reason === undefined) continue;
      remove(request.readers, read);
      this.finish(read, reason);
    }
    this.send(request);
  }

  private send(request: Request): void {
    const { of, readers } = request;
    remove(of.unsent, request);
    const payer = readers.find(({ operation }) => operation.requests < operation.maxRequests);
    if (payer === undefined) {
      this.finishAll(request, overBudget);
      this.release(of);
      return;
    }
    for (const { operation } of readers) {
      if (operation === payer.operation) operation.requests += 1;
      else operation.shared += 1;
    }
    const sent = { sender: payer.operation, sentAt: this.now };
    this.requests.push(Object.assign(request, sent, { state: 'open' as const }));
  }

  private join(request: Request, read: Read): void {
    request.readers.push(read);
    read.operation.joined.push(request);
  }

  private share(request: SentRequest, read: Read): void {
    read.operation.shared += 1;
    this.join(request, read);
    this.charge(request, read, request.bytes);
  }

  private charge(request: Request, read: Read, bytes: number): void {
    const { operation } = read;
    operation.bytes += bytes;
    if (operation.bytes <= operation.maxBytes) return;
    this.leaveRequest(request, read);
    this.finish(read, overBudget);
  }

  private leaveRequest(request: Request, read: Read): void {
    remove(request.readers, read);
    if (request.readers.length > 0) return;
    const { of } = request;
    remove(of.unsent, request);
    remove(of.waiting, request);
    if (isSent(request)) this.next.push(() => this.release(of));
    request.state = 'aborted';
  }

  private finishAll(request: Request, outcome: string): void {
    const { readers } = request;
    request.readers = [];
    for (const read of readers) this.finish(read, outcome);
  }

  private finish(read: Read, outcome: string): void {
    const { operation, scope } = read;
    read.outcome = outcome;
    operation.hasEndedRead = true;
    if (outcome === 'UNAUTHENTICATED' || outcome === 'RATE_LIMITED') operation.refusal ??= outcome;
    if (outcome === 'FORBIDDEN' && scope !== undefined) operation.refusedScopes.add(scope);
    const next = operation.waiting.shift();
    if (next === undefined) operation.reading -= 1;
    else this.next.push(() => this.joinOrWait(next));
  }

  private accept(of: Credential): void {
    if (of.isAccepted) return;
    of.isAccepted = true;
    this.queueUp(of);
    this.admitAll();
  }

  /** Rejects all that waits for a slot. */
  private refuse(of: Credential): void {
    of.isAccepted = false;
    for (const request of of.waiting.splice(0))
      this.next.push(() => {
        remove(of.unsent, request);
        this.finishAll(request, 'UNAUTHENTICATED');
      });
  }

  private coolDown(of: Credential, retryAfterSeconds: number | undefined): void {
    const isCooling = this.now < of.coolsUntil;
    if (isCooling && retryAfterSeconds === undefined) return;
    const seconds = retryAfterSeconds ?? Math.min(30, 2 ** of.doublings);
    const until = this.now + Math.min(maxCoolDownMs, seconds * 1000);
    if (isCooling && until <= of.coolsUntil) return;
    of.coolsUntil = until;
    if (retryAfterSeconds === undefined) of.doublings += 1;
  }

  private endCoolDown(of: Credential): void {
    if (this.now >= of.coolsUntil) of.doublings = 0;
  }

  private release(of: Credential): void {
    of.held -= 1;
    this.queueUp(of);
    this.admitAll();
  }

  /** Puts a credential behind those that hold as many slots. */
  private queueUp(of: Credential): void {
    this.places += 1;
    of.place = [this.now, this.places];
  }

  private admitAll(): void {
    for (let of = this.firstOfAll(); of !== undefined; of = this.firstOfAll()) {
      const request = of.waiting.shift();
      of.held += 1;
      this.queueUp(of);
      if (request !== undefined) this.next.push(() => this.sendAdmitted(request));
    }
  }

  private firstOfAll(): Credential | undefined {
    return this.credentials
      .filter((each) => each.waiting.length > 0 && this.mayTake(each))
      .toSorted(byTurn)[0];
  }

  private mayTake({ held, isAccepted }: Credential): boolean {
    const { slots } = this.options;
    const sum = (of: readonly Credential[]) => of.reduce((total, each) => total + each.held, 0);
    const free = slots - sum(this.credentials);
    const isFair = held === 0 ? free > 0 : held < 4 * (free - Math.floor(slots / 16));
    if (!isFair || isAccepted) return isFair;
    const ofUnaccepted = sum(this.credentials.filter((each) => !each.isAccepted));
    return held < maxUnacceptedRequests && ofUnaccepted < Math.max(1, Math.floor(slots / 4));
  }
}

const isSent = (request: Request): request is SentRequest => request.state !== 'unsent';

const overBudget = 'UPSTREAM_BUDGET_EXCEEDED';

/** Who holds the fewest slots goes first; of equals, who has waited longest. */
function byTurn(one: Credential, other: Credential): number {
  const [at, order] = one.place;
  const [otherAt, otherOrder] = other.place;
  const accepted = Number(other.isAccepted) - Number(one.isAccepted);
  return one.held - other.held || at - otherAt || accepted || order - otherOrder;
}

/** The code of a status (contract, "Errors"). */
export function codeOf(status: number) {
  if (status === 401) return 'UNAUTHENTICATED';
  if (status === 403) return 'FORBIDDEN';
  if (status === 404) return 'NOT_FOUND';
  return status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_UNAVAILABLE';
}

function remove<T>(list: T[], value: T): void {
  const index = list.indexOf(value);
  if (index >= 0) list.splice(index, 1);
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`Nothing has the index ${index}.`);
  return found;
}
