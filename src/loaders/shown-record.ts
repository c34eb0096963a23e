import { largestLimit } from '../paging/plan.js';
import { PartnerError } from '../partner/error.js';
import type { Page } from '../rest/page.js';

/** The records that the pages of one list have shown to one operation, by id. */
export interface ShownRecords<T> {
  readonly add: (page: Page<T>) => void;
  /** Undefined where no page has shown the id, or what it showed breaks the contract. */
  readonly find: (id: string) => T | undefined;
}

export function createShownRecords<T>(): ShownRecords<T> {
  const pages: Page<T>[] = [];
  /** Where each id stands, of several places the first: the page's index times the largest page, and the item's. */
  const places = new Map<unknown, number>();
  let indexed = 0;

  const index = (page: Page<T>): void => {
    for (let at = 0; at < page.length; at += 1) {
      const id = page.idAt(at);
      if (!places.has(id)) places.set(id, indexed * largestLimit + at);
    }
    indexed += 1;
  };

  return {
    add: (page) => void pages.push(page),
    find(id) {
      // Only now, as many pages are shown on which nobody looks anything up.
      for (let page = pages[indexed]; page !== undefined; page = pages[indexed]) index(page);
      const place = places.get(id);
      if (place === undefined) return undefined;
      const record = pages[Math.floor(place / largestLimit)]?.at(place % largestLimit);
      return record instanceof PartnerError ? undefined : record;
    },
  };
}
