import type { Endpoint, ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import { asError, PartnerError } from '../partner/error.js';
import type { ClientRequest } from '../rest/client.js';
import type { Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import { repeat } from '../tenant/cool-down.js';
import { findJoinable, join, wait, type Waiter, waitForSlot } from '../tenant/in-flight-request.js';
import type { InFlightRequest } from '../tenant/tenant.js';
import { checkQueue, type RequestQueue } from './request-queue.js';
import { sendRequest } from './send-request.js';

/**
 * Reads one path for one operation, or joins another operation of the same credential that already does. Rejects with a
 * PartnerError, or with the reason that the queue has ended for.
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
  try {
    checkQueue(queue, request.endpoint);
  } catch (error) {
    return Promise.reject(asError(error));
  }
  const waiting = queue.options.operationLimiter.acquire(queue.operationQueue);
  if (waiting === undefined) return readInSlot(queue, request);
  return wait(waiting, queue.cancels).then(() => readInSlot(queue, request));
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
        queue.options.refusals.remember(request.endpoint, error);
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
  queue.options.operationLimiter.release(queue.operationQueue);
  queue.hasResponses = true;
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
function findOther({ options }: RequestQueue, { path }: ClientRequest): InFlightRequest | undefined {
  const other = findJoinable(options.tenant, path);
  if (other !== undefined) options.budget.cost.shared += 1;
  return other;
}

function joinInFlight(queue: RequestQueue, inFlight: InFlightRequest, waiter: Waiter): void {
  queue.joinableUntil = Math.min(queue.joinableUntil, inFlight.joinableUntil);
  join(queue.options.tenant, inFlight, waiter, queue.cancels);
}

/** Why a request was not sent. A 401 that rejected it in the queue names the endpoint that it was not sent to. */
const rejectionOf = (endpoint: Endpoint, reason: unknown): Error =>
  reason instanceof PartnerError && reason.code === 'UNAUTHENTICATED'
    ? repeat(reason, endpoint)
    : asError(reason);
