import type { ClientRequest } from '../rest/client.js';
import type { Cancel } from '../tenant/in-flight-request.js';
import { acceptedAgeMs } from './kept-response.js';
import type { LookUp, RequestQueue } from './request-queue.js';

/** Milliseconds that an operation waits for other processes in all (interface, "Fleet"). */
const maxWaitMs = 50;

/** Paths of one round trip, which take some megabytes at most. */
const maxPaths = 16;

/** Milliseconds. Clients accept no smaller age; the polls of a subscription, which share their responses, do. */
const minAgeMs = 1000;

/**
 * Looks whether other processes have kept the response of a path, in one round trip with the other paths of this turn of
 * the event loop. Undefined where nobody can be asked; otherwise it resolves when what they had is kept here.
 */
export function lookUpShared(queue: RequestQueue, request: ClientRequest): Promise<void> | undefined {
  const { tenant } = queue.options;
  if (tenant.kept?.takeShared === undefined || queue.ended !== undefined) return undefined;
  if (queue.waitedMs >= maxWaitMs || acceptedAgeMs(queue) < minAgeMs) return undefined;
  queue.lookUp ??= openLookUp(queue);
  queue.lookUp.requests.push(request);
  return queue.lookUp.done;
}

function openLookUp(queue: RequestQueue): LookUp {
  const requests: ClientRequest[] = [];
  const done = new Promise<void>((resolve) => {
    const cancel: Cancel = () => resolve();
    queue.cancels.add(cancel);
    setImmediate(() => {
      queue.lookUp = undefined;
      void takeAll(queue, requests).then(() => {
        queue.cancels.delete(cancel);
        resolve();
      });
    });
  });
  return { requests, done };
}

async function takeAll(queue: RequestQueue, requests: readonly ClientRequest[]): Promise<void> {
  const { tenant } = queue.options;
  for (let from = 0; from < requests.length; from += maxPaths) {
    if (queue.ended !== undefined || queue.waitedMs >= maxWaitMs) return;
    const startedAt = performance.now();
    const taken = tenant.kept?.takeShared?.(requests.slice(from, from + maxPaths), acceptedAgeMs(queue));
    const isInTime = await within(maxWaitMs - queue.waitedMs, taken);
    queue.waitedMs = isInTime ? queue.waitedMs + performance.now() - startedAt : maxWaitMs;
  }
}

function within(milliseconds: number, taken: Promise<void> | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, false);
    void taken?.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
