/** An operation that streams watch, and that is sent as a query too. */
export interface LiveOperation {
  readonly title: string;
  /** The selection below `live`, and of the query. One REST request reads it. */
  readonly selection: string;
}

export const liveOperations: readonly LiveOperation[] = [
  {
    title: '20 screens, 3 fields',
    selection: '{ screens(first: 20) { nodes { id name status } } }',
  },
  {
    title: '100 screens, 12 fields',
    selection:
      '{ screens(first: 100) { nodes { id name description status orientation itemCount totalDurationSeconds createdAt updatedAt viewport { width height } availability { mode } } } }',
  },
];

/** Seconds; the shortest interval, so that a window has many polls. */
export const everySeconds = 1;

export const subscriptionOf = ({ selection }: LiveOperation): string =>
  `subscription { live(everySeconds: ${everySeconds}) ${selection} }`;

export const transports = ['sse', 'multipart'] as const;
export type Transport = (typeof transports)[number];

/** Streams that are open together, and their credentials. */
export interface Audience {
  readonly streams: number;
  readonly credentials: number;
}

/** What the memory level is measured with. */
export const everybody: Audience = { streams: 1000, credentials: 50 };

/** One subscriber of each poll: what polls cost. */
export const oneEach: Audience = { streams: 50, credentials: 50 };

/**
 * As many subscribers of a poll as a credential may have, and one: with few polls, the events make
 * the difference.
 */
export const manyOfFew: Audience = { streams: 1000, credentials: 10 };
export const oneOfFew: Audience = { streams: 10, credentials: 10 };
