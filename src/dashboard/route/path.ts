import type { Collection } from '../data/collection.js';

/** The addresses of the views, as the links carry them. */
export const overviewHref = '#/';

/** @param search of a list: what it shows, and how */
export const listHref = (collection: Collection, search = ''): string =>
  `#/${collection}${search && `?${search}`}`;

export const recordHref = (collection: Collection, id: string): string =>
  `#/${collection}/${encodeURIComponent(id)}`;
