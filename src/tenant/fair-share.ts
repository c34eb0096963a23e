/** Whether a queue that holds `own` slots may take one more while `free` are free. */
export type FairShare = (own: number, free: number) => boolean;

/** A queue holds at most so many times the slots that stay free: alone, it takes four fifths of what is not reserved. */
const alpha = 4;

/** The part of the slots that only queues without a slot take. */
const reservedPart = 1 / 16;

/**
 * The dynamic threshold of shared-buffer switches (Choudhury and Hahne, 1998): how much a queue may hold follows what is
 * free. One queue alone uses three quarters of a large limiter, each of n busy ones 4 / (4n + 1) of what is not
 * reserved, and some slots stay free for newcomers. Before busy queues have released what they took while they were
 * alone, newcomers use the reserve: while no more queues are busy than it has slots, a newcomer never waits. A limiter
 * of four slots or fewer keeps none back.
 */
export function fairShare(max: number): FairShare {
  const reserve = Math.floor(reservedPart * max);
  return (own, free) => (own === 0 ? free > 0 : own < alpha * (free - reserve));
}

/** Requests in flight at once for a queue that is not proven; the first requests of a small dashboard fit in. */
export const maxUnprovenRequests = 4;

/** The slots of all unproven queues together: invented credentials leave three quarters to accepted ones. */
export const unprovenShare = (max: number): number => Math.max(1, Math.floor(max / 4));
