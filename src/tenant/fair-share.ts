/**
 * Whether a lane that holds `own` places of a gate may take one more while `free` are free. True only where one is free;
 * a lane that holds less, or finds more free, may take no less.
 */
export type FairShare = (own: number, free: number) => boolean;

/** For a gate with one lane: there is nobody to leave a place for. */
export const allSlots: FairShare = (_own, free) => free > 0;

/** A lane holds at most so many times the places that stay free: alone, it takes four fifths of what is not reserved. */
const alpha = 4;

/** The part of the places that only lanes take which hold none. */
const reservedPart = 1 / 16;

/**
 * The dynamic threshold of shared-buffer switches (Choudhury and Hahne, 1998): what a lane may hold follows what is
 * free. One lane alone uses three quarters of a large gate, of n busy ones each uses 4 / (4n + 1) of what is not
 * reserved, and some places stay free for lanes that come. Before busy lanes have given back what they took while they
 * were alone, the reserve lets newcomers in: while no more lanes are busy than it has places, a newcomer never waits.
 * A gate of four places or fewer is too small to keep any back.
 */
export function fairShare(max: number): FairShare {
  const reserve = Math.floor(reservedPart * max);
  return (own, free) => (own === 0 ? free > 0 : own < alpha * (free - reserve));
}

/** Requests on their way at once for a lane that is not proven; a small dashboard's first wave fits in. */
export const maxUnprovenRequests = 4;

/**
 * What all that is unproven may take together: a quarter, so that invented credentials, however many, leave the rest to
 * those that the Partner API has accepted.
 */
export const unprovenShare = (max: number): number => Math.max(1, Math.floor(max / 4));
