import type { GraphQLError } from 'graphql';
import type { Cost } from '../loaders/budget.js';
import { collections } from '../partner/collection.js';
import { getOrganization } from '../partner/organization.js';
import { scrub } from '../partner/scrub.js';
import type { CredentialState } from './credential.js';
import { isInParts, type PartialResult } from './incremental.js';
import type { OperationResponse, OperationRequest, RunOperation } from './run-operation.js';
import type { Observer, OperationFollower, Outcome } from './observer.js';

/** What is watched while one operation runs; whoever runs it fills in what becomes known. */
export interface OperationObservation {
  /** The picked operation's name in the document, empty for an anonymous one. */
  name: string | undefined;
  /** The session's own record: it goes on counting. */
  cost: Readonly<Cost> | undefined;
  /** Headers of ours for each REST request of the operation. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Calls back when the client has left, as the request does, and takes note of it; returns how to stop listening. */
  onLeave(callback: () => void): () => void;
}

/** As much of an answer as is looked at. */
export interface ResultPart {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
}

/** Characters of the longest name that is told. */
const maxNameLength = 64;

/** Ids of failed requests that the log holds of one operation. */
const maxUpstreamIds = 10;

/** Breaches of the contract that are told of one operation; the rest is likely to be the same. */
const maxBreaches = 5;

/**
 * Runs operations under watch: each is reported when its answer, or the last part of it, is there, or when its client
 * takes no more.
 */
export function observeOperations(
  observer: Observer,
  run: (
    request: OperationRequest,
    watch: OperationObservation,
  ) => OperationResponse | Promise<OperationResponse>,
): RunOperation {
  return (request) => {
    const watch = new OperationWatch(observer, request);
    const told = (answer: OperationResponse): OperationResponse => {
      watch.isInParts = isInParts(answer);
      if (isInParts(answer)) return watchParts(answer, watch);
      watch.answered(answer);
      watch.ended();
      return answer;
    };
    const answer = run(request, watch);
    return answer instanceof Promise ? answer.then(told) : Promise.resolve(told(answer));
  };
}

function watchParts(
  parts: AsyncIterable<PartialResult>,
  watch: OperationWatch,
): AsyncIterableIterator<PartialResult> {
  const iterator = parts[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const part = await iterator.next();
      if (part.done === true) watch.ended();
      else for (const each of [part.value, ...(part.value.incremental ?? [])]) watch.answered(each);
      return part;
    },
    async return() {
      watch.ended();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** A class, as one is made for every operation: a function of its own for each thing that it does would cost more. */
class OperationWatch implements OperationObservation {
  name: string | undefined;
  cost: Readonly<Cost> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Whether the answer is given in parts, the last of which may never be asked for. */
  isInParts = false;
  private hasLeft = false;
  private isOver = false;
  private codes = noCodes;
  private hasFaults = false;
  private breaches = nothing;
  private upstreamRequestIds = nothing;
  private first: ResultPart | undefined;
  private readonly startedAt = performance.now();
  private readonly follower: OperationFollower;

  constructor(
    observer: Observer,
    private readonly request: OperationRequest,
  ) {
    this.follower = observer.operationStarted(request.requestId);
    this.headers = this.follower.headers;
  }

  onLeave(callback: () => void): () => void {
    return this.request.onLeave(() => {
      this.hasLeft = true;
      callback();
      if (this.isInParts) this.ended();
    });
  }

  answered(part: ResultPart): void {
    this.first ??= part;
    if (part.errors === undefined) return;
    this.codes = countCodes(this.codes, part.errors);
    this.hasFaults ||= !part.errors.every(isGone);
    this.breaches = noteBreaches(this.breaches, part.errors);
    this.upstreamRequestIds = noteUpstreamIds(this.upstreamRequestIds, part.errors);
  }

  ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    const { requestId, credential } = this.request;
    this.follower.ended({
      requestId,
      traceId: this.headers?.['traceparent']?.slice(3, 35),
      name: this.name === undefined ? undefined : printable(this.name, credential),
      outcome: this.hasLeft ? 'abandoned' : outcomeOf(this.first, this.codes, this.hasFaults),
      milliseconds: performance.now() - this.startedAt,
      cost: this.cost,
      codes: this.codes,
      upstreamRequestIds: this.upstreamRequestIds,
      breaches: this.breaches,
    });
  }
}

/** Nearly every operation has no errors: these stand for what it would have told of them. */
const noCodes: ReadonlyMap<string, number> = new Map();
const nothing: readonly string[] = [];

function countCodes(
  counted: ReadonlyMap<string, number>,
  errors: readonly GraphQLError[],
): ReadonlyMap<string, number> {
  const codes = new Map(counted);
  for (const { extensions } of errors) {
    const code = typeof extensions['code'] === 'string' ? extensions['code'] : 'unknown';
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return codes;
}

function noteBreaches(noted: readonly string[], errors: readonly GraphQLError[]): readonly string[] {
  const messages = errors.filter(isBreach).map(({ message }) => message);
  return messages.length === 0 ? noted : [...new Set([...noted, ...messages])].slice(0, maxBreaches);
}

/** The ids are cleaned where the error envelope is read. */
function noteUpstreamIds(noted: readonly string[], errors: readonly GraphQLError[]): readonly string[] {
  const ids = new Set(noted);
  for (const { extensions } of errors) {
    if (ids.size >= maxUpstreamIds) break;
    if (typeof extensions['requestId'] === 'string') ids.add(extensions['requestId']);
  }
  return ids.size === noted.length ? noted : [...ids];
}

/**
 * Whether an error says that an id names nothing: a true answer about data, which asks nothing of an operator. The
 * organization and the lists have no id in their address; where they are missing, `PARTNER_API_URL` leads elsewhere.
 */
const isGone = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'NOT_FOUND' && !isWithoutId(extensions['operation']);

const isWithoutId = (operation: unknown): boolean =>
  operation === getOrganization.id || collections.some(({ list }) => list.id === operation);

function outcomeOf(
  first: ResultPart | undefined,
  codes: ReadonlyMap<string, number>,
  hasFaults: boolean,
): Outcome {
  if (codes.has('INTERNAL_SERVER_ERROR') && first?.data == null) return 'failed';
  if (first?.data === undefined) return 'refused';
  if (!hasFaults) return 'ok';
  return isEmpty(first.data) ? 'failed' : 'partial';
}

const isEmpty = (data: Readonly<Record<string, unknown>> | null): boolean =>
  data === null || Object.values(data).every((value) => value === null);

/** A 200 that breaks the contract is told in words of ours; any other refusal may repeat words of the upstream's. */
const isBreach = ({ extensions }: GraphQLError): boolean =>
  extensions['code'] === 'UPSTREAM_INVALID_RESPONSE' && extensions['status'] === 200;

/** The name is the client's text, and nobody hinders it from writing its credential there. */
const printable = (name: string, credential: CredentialState): string =>
  (credential.kind === 'usable' ? scrub(name, credential.credential) : name).slice(0, maxNameLength);
