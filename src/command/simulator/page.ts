import { Refusal } from './envelope.js';

/** A list whose items are created by index, from 0. */
export interface Places<T> {
  readonly total: number;
  at(index: number): T;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: PageRequest & { readonly total: number; readonly totalPages: number };
}

/** Whether the item at an index from 0 is omitted from its page. */
export type IsHidden = (index: number) => boolean;

/**
 * The requested page (contract, "Pagination of collections" and "Limits").
 *
 * @returns `page` from 1, 1 by default; `limit` 1 to 100, 20 by default
 * @throws Refusal 400 for anything but one whole number in its range
 */
export function readPageRequest(query: URLSearchParams): PageRequest {
  return {
    page: readNumber(query, 'page', 1, maxPage),
    limit: readNumber(query, 'limit', 20, 100),
  };
}

/**
 * Places (page - 1) * limit to page * limit of a collection. Hidden items are removed after the
 * cut, so a page may be short or empty before the last one (contract, "Pagination of collections",
 * 2), and `total` counts them.
 */
export function cutPage<T>(
  places: Places<T>,
  { page, limit }: PageRequest,
  isHidden: IsHidden,
): Page<T> {
  const { total } = places;
  const data: T[] = [];
  const end = Math.min(page * limit, total);
  for (let index = (page - 1) * limit; index < end; index += 1) {
    if (!isHidden(index)) data.push(places.at(index));
  }
  return { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}

/** The places that the options omit. */
export function createHiding(hiddenEvery = 0, emptyPages: readonly number[] = []): IsHidden {
  const blocks = new Set(emptyPages);
  return (index) => {
    const isNth = hiddenEvery > 0 && (index + 1) % hiddenEvery === 0;
    return isNth || blocks.has(Math.floor(index / 100));
  };
}

/** The contract has no maximum; beyond this page, places are no longer exact numbers. */
const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / 100);

function readNumber(
  query: URLSearchParams,
  name: string,
  standard: number,
  maximum: number,
): number {
  const values = query.getAll(name);
  const [text] = values;
  if (text === undefined) return standard;
  const value = /^(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
  if (values.length === 1 && value >= 1 && value <= maximum) return value;
  const range = name === 'page' ? '1 or greater' : '1 to 100';
  throw new Refusal(400, `The query parameter "${name}" must be one whole number, ${range}.`, {
    details: { parameter: name, value: values.join(', '), minimum: 1, maximum },
  });
}
