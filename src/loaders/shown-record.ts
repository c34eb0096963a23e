import { PartnerError } from '../partner/error.js';
import { hashOf } from '../rest/record-index.js';
import type { Page } from '../rest/page.js';

/** The records that the pages of one list have shown to one operation, by id. */
export interface ShownRecords<T> {
  readonly add: (page: Page<T>) => void;
  /** Undefined where no page has shown the id, or the record breaks the contract. */
  readonly find: (id: string) => T | undefined;
}

/** Each page has an index of its ids, which all operations that share the page use. */
export function createShownRecords<T>(): ShownRecords<T> {
  const pages: Page<T>[] = [];
  return {
    add: (page) => void pages.push(page),
    find(id) {
      if (pages.length === 0) return undefined;
      const hash = hashOf(id);
      for (const page of pages) {
        const index = page.indexOf(id, hash);
        if (index === -1) continue;
        const record = page.at(index);
        return record instanceof PartnerError ? undefined : record;
      }
      return undefined;
    },
  };
}
