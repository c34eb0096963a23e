import { PartnerError } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import { decodeCursor } from '../paging/cursor.js';
import type { Direction, Place } from '../paging/place.js';
import { maxPageLimit } from '../paging/plan.js';

/** The arguments of every connection, as a client sends them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly page?: number | null | undefined;
}

/** The page that the arguments describe. */
export type PageRequest =
  | {
      readonly kind: 'window';
      readonly direction: Direction;
      readonly size: number;
      readonly from: Place | undefined;
    }
  | { readonly kind: 'page'; readonly page: number; readonly limit: number };

/** Items of a connection without `first` and `last` (contract, "Limits": the REST default). */
const defaultSize = 20;

/**
 * Checks the arguments of a connection before any request.
 *
 * @param collection names the list; cursors of another list are refused
 * @param maxPageSize maximum `first` or `last` (MAX_PAGE_SIZE)
 * @throws PartnerError BAD_USER_INPUT with the argument, its value and what is allowed
 */
export function readPageArguments(args: PageArguments, collection: string, maxPageSize: number): PageRequest {
  const { first, after, last, before, page } = args;
  if (page != null) return readPageNumber(args, page);
  if (first != null && last != null) throw refused('first and last cannot be combined: ask for one of them');
  if (first != null && before != null) throw refused('first goes with after, not with before');
  if (last != null && after != null) throw refused('last goes with before, not with after');
  if (after != null && before != null)
    throw refused('after and before cannot be combined: ask for one of them');
  const cursor = (name: string, text: string | null | undefined): Place | undefined =>
    text == null ? undefined : readCursor(name, text, collection);
  return last != null || before != null
    ? {
        kind: 'window',
        direction: 'backward',
        from: cursor('before', before),
        size: checkSize('last', last ?? defaultSize, maxPageSize),
      }
    : {
        kind: 'window',
        direction: 'forward',
        from: cursor('after', after),
        size: checkSize('first', first ?? defaultSize, maxPageSize),
      };
}

function readPageNumber({ first, after, last, before }: PageArguments, page: number): PageRequest {
  if (after != null || before != null || last != null)
    throw refused('page goes with first alone, not with after, before or last');
  if (page < 1) throw refused(`page is ${page}, and must be 1 or more`);
  const limit = first ?? defaultSize;
  if (limit < 1 || limit > maxPageLimit)
    throw refused(`first is ${limit}, and must be 1 to ${maxPageLimit} where page is given`);
  return { kind: 'page', page, limit };
}

function checkSize(name: string, size: number, maxPageSize: number): number {
  if (size >= 0 && size <= maxPageSize) return size;
  throw refused(`${name} is ${size}, and must be 0 to ${maxPageSize} (MAX_PAGE_SIZE)`);
}

function readCursor(name: string, cursor: string, collection: string): Place {
  const place = decodeCursor(collection, cursor);
  if (place !== undefined) return place;
  throw refused(
    `${name} is ${quote(cursor, 60)}, which is not a cursor of this connection: pass one that it has given out`,
  );
}

const refused = (what: string): PartnerError =>
  new PartnerError('BAD_USER_INPUT', `Unusable arguments: ${what}.`);
