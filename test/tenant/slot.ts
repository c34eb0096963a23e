import type { Limiter } from '../../src/tenant/limiter.js';
import type { TenantQueue } from '../../src/tenant/tenant-queue.js';

export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Acquires a slot, and notes the name once the slot is there. */
export function acquire(limiter: Limiter, queue: TenantQueue, name: string, order: string[]) {
  const waiting = limiter.acquire(queue);
  if (waiting === undefined) order.push(name);
  else
    waiting.ready.then(
      () => order.push(name),
      () => order.push(`${name} left`),
    );
  return waiting;
}
