import type { Endpoint, ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import { scrubPath } from '../partner/scrub.js';
import type { ClientRequest } from '../rest/client.js';
import type { Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import { repeat } from '../tenant/cool-down.js';
import {
  findJoinable,
  join,
  removeInFlight,
  superseded,
  type Waiter,
  waitForSlot,
} from '../tenant/in-flight-request.js';
import { noteRefused } from '../tenant/refusal.js';
import type { InFlightRequest } from '../tenant/tenant.js';
import { takeKept } from './kept-response.js';
import { checkQueue, type RequestOptions, type RequestQueue } from './request-queue.js';
import { lookUpShared } from './shared-response.js';

/**
 * Reads a path, takes its kept response, or joins another operation of the credential that reads it. Rejects with a
 * PartnerError, or the queue's end.
 */
export function getRecord<T>(queue: RequestQueue, endpoint: RecordEndpoint<T>, path: string): Promise<T> {
  // A path belongs to one endpoint, whose record is what its response is parsed to.
  return read(queue, { endpoint, path, pageForm: 'whole' }) as Promise<T>;
}

/** The same for a page. Who wants one form may get the other, from the operation that it joins. */
export function getPage<T>(
  queue: RequestQueue,
  endpoint: ListEndpoint<T>,
  path: string,
  pageForm: PageForm,
): Promise<Page<T>> {
  // As above: the response of a list endpoint is parsed to a page of its records.
  return read(queue, { endpoint, path, pageForm }) as Promise<Page<T>>;
}

function read(queue: RequestQueue, request: ClientRequest): Promise<unknown> {
  if (queue.keptAt === undefined) return readFresh(queue, request);
  const kept = takeKept(queue, request.path);
  if (kept !== undefined) return kept;
  const lookUp = lookUpShared(queue, request);
  if (lookUp === undefined) return readFresh(queue, request);
  return lookUp.then(() => takeKept(queue, request.path) ?? readFresh(queue, request));
}

function readFresh(queue: RequestQueue, request: ClientRequest): Promise<unknown> {
  try {
    checkQueue(queue, request.endpoint);
  } catch (error) {
    return Promise.reject(asError(error));
  }
  if (queue.freeSlots > 0) {
    queue.freeSlots -= 1;
    return readInSlot(queue, request);
  }
  const slot = new Promise((resolve, reject) => queue.waiting.push({ resolve, reject }));
  return slot.then(() => readInSlot(queue, request));
}

/** Holds a slot of the operation. */
const readInSlot = (queue: RequestQueue, request: ClientRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const waiter: Waiter = {
      resolve(value) {
        leaveSlot(queue);
        resolve(value);
      },
      reject(error) {
        leaveSlot(queue);
        queue.refusals.remember(request.endpoint, error);
        reject(error);
      },
    };
    try {
      checkQueue(queue, request.endpoint);
    } catch (error) {
      waiter.reject(asError(error));
      return;
    }
    joinOrWait(queue, request, waiter);
  });

function leaveSlot(queue: RequestQueue): void {
  queue.hasResponses = true;
  const next = queue.waiting.shift();
  if (next === undefined) queue.freeSlots += 1;
  else next.resolve(undefined);
}

/** Joins the request of the path, or waits for a slot of the process to send it. */
function joinOrWait(queue: RequestQueue, request: ClientRequest, waiter: Waiter): void {
  const { tenant, processLimiter } = queue.options;
  const other = findOther(queue, request);
  if (other !== undefined) {
    joinInFlight(queue, other, waiter);
    return;
  }
  const waiting = processLimiter.acquire(tenant.queue);
  if (waiting === undefined) sendOrJoin(queue, request, waiter);
  else
    waitForSlot(tenant, request.path, waiting, queue.cancels).then(
      (isAdmitted) => (isAdmitted ? sendOrJoin : joinOrWait)(queue, request, waiter),
      (reason: unknown) => waiter.reject(rejectionOf(request.endpoint, reason)),
    );
}

/** Holds a slot of the process, and releases it unless it sends. */
function sendOrJoin(queue: RequestQueue, request: ClientRequest, waiter: Waiter): void {
  const { tenant, processLimiter } = queue.options;
  let inFlight: InFlightRequest;
  try {
    checkQueue(queue, request.endpoint);
    const other = findOther(queue, request);
    if (other !== undefined) processLimiter.release(tenant.queue);
    inFlight = other ?? sendRequest(queue, request);
  } catch (error) {
    processLimiter.release(tenant.queue);
    waiter.reject(asError(error));
    return;
  }
  joinInFlight(queue, inFlight, waiter);
}

/** The request that another operation has sent for the path, where it can still be joined. */
function findOther({ options, budget }: RequestQueue, { path }: ClientRequest): InFlightRequest | undefined {
  const other = findJoinable(options.tenant, path);
  if (other !== undefined) budget.cost.shared += 1;
  return other;
}

function joinInFlight(queue: RequestQueue, inFlight: InFlightRequest, waiter: Waiter): void {
  queue.joinableUntil = Math.min(queue.joinableUntil, inFlight.joinableUntil);
  join(queue.options.tenant, inFlight, waiter, queue.cancels);
}

/** Sends a request, which holds a slot of the process until its response. @throws UPSTREAM_BUDGET_EXCEEDED */
function sendRequest(queue: RequestQueue, request: ClientRequest): InFlightRequest {
  const { options, sender, budget, trace } = queue;
  const { tenant, processLimiter, client, limits } = options;
  const { endpoint, path } = request;
  budget.spend(endpoint);
  const pending = client.read(request, sender);
  const result = pending.result.then(
    (value) => {
      removeInFlight(tenant, inFlight);
      processLimiter.accept(tenant.queue);
      processLimiter.release(tenant.queue);
      tenant.coolDown.noteResponse();
      if (tenant.refusedScopes.size > 0) tenant.refusedScopes.delete(endpoint.scope);
      return value;
    },
    (error: unknown) => {
      removeInFlight(tenant, inFlight);
      const noted = error instanceof PartnerError ? noteRefusal(options, endpoint, error) : asError(error);
      processLimiter.release(tenant.queue);
      throw noted;
    },
  );
  const joinableUntil = tenant.now() + limits.timeoutMs / 2;
  const inFlight: InFlightRequest = { path, pending, result, joinableUntil, waiters: 0 };
  tenant.inFlight[path] = inFlight;
  for (const waiting of tenant.waitingByPath.get(path) ?? []) waiting.cancel(superseded);
  trace?.record(endpoint, scrubPath(path, sender.credential), pending.result);
  return inFlight;
}

/** @returns what the waiters get */
function noteRefusal(
  { processLimiter, tenant }: RequestOptions,
  endpoint: Endpoint,
  error: PartnerError,
): PartnerError {
  noteRefused(tenant, error, endpoint);
  if (error.code === 'UNAUTHENTICATED') processLimiter.refuse(tenant.queue, error);
  else if (provesCredential(error)) processLimiter.accept(tenant.queue);
  if (error.code === 'RATE_LIMITED') return tenant.coolDown.refused(error);
  if (isFromUpstream(error)) tenant.coolDown.noteResponse();
  return error;
}

/** A gateway's status says nothing about the quota behind it. */
const isFromUpstream = ({ facts: { status } }: PartnerError): boolean => status !== undefined && status < 500;

/** A 403 and a 404 are for a valid credential (contract, "Errors"); any other status may come from a gateway. */
const provesCredential = ({ code }: PartnerError): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND';

/** Why a request was not sent. A 401 that rejected it in the queue names the endpoint that it was not sent to. */
const rejectionOf = (endpoint: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, endpoint)
    : asError(reason);
