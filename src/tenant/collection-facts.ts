import type { Pagination } from '../partner/envelope.js';

/** What this credential's operations have learnt of a collection: advice for a batch strategy, never a result. */
export interface CollectionFacts {
  pagination: Pagination;
  /** When, by the tenant's clock. */
  seenAt: number;
  /** The share, 0..1, of the ids of the last sweep that no page showed; undefined before the first sweep. */
  unlistedShare: number | undefined;
  /** What the parts of its records took when they were last to be read; undefined before that. */
  parts: CollectionParts | undefined;
}

/** The parts of a collection's records: the configurations of the screens, the items of the playlists. */
export interface CollectionParts {
  /** `total` of the list that was read. */
  readonly total: number;
  /** Records that it showed. */
  readonly records: number;
  /** REST requests that their parts took; undefined where some could not be read. */
  readonly requests: number | undefined;
}
