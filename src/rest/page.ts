import type { Pagination } from '../partner/envelope.js';
import type { PartnerError } from '../partner/error.js';
import { hashOfId, RecordIndex } from './record-index.js';

/** One page of a list. A record is checked when it is first read: a sweep needs a handful of each hundred. */
export interface Page<T> {
  readonly pagination: Pagination;
  readonly items: readonly (T | PartnerError)[];
  readonly length: number;
  /** One item; `index` is below `length`. */
  at(index: number): T | PartnerError;
  /** The id of the item at an index, as it came; of any type where the item breaks the contract. */
  idAt(index: number): unknown;
  /** The index of the first item with an id, or -1. `hash` is the id's, by `hashOfId`. */
  indexOf(id: string, hash: number): number;
  /** False where no two items have the same id. */
  readonly mayRepeat: boolean;
  /** Whether it has its text, of which items are parsed when they are first read. */
  readonly isLazy: boolean;
  /** False once something has deviated from the contract; items count from when they are first read. */
  readonly isExact: boolean;
}

/**
 * A class, because a getter in an object literal gives every page a hidden class of its own, which V8 keeps, with all
 * that the page has read, until the next full collection.
 */
export class ParsedPage<T> implements Page<T> {
  readonly isLazy = false;
  private readonly checked: (T | PartnerError)[] = [];
  private index: RecordIndex | undefined;

  constructor(
    private readonly raw: readonly unknown[],
    readonly pagination: Pagination,
    /** Gives the raw item itself where it is exact. */
    private readonly check: (item: unknown) => T | PartnerError,
    /** False where the page deviates from the contract outside its items. */
    public isExact = true,
  ) {}

  get length(): number {
    return this.raw.length;
  }

  get items(): readonly (T | PartnerError)[] {
    for (let index = 0; index < this.length; index += 1) this.at(index);
    return this.checked;
  }

  at(index: number): T | PartnerError {
    return (this.checked[index] ??= this.checkAt(index));
  }

  private checkAt(index: number): T | PartnerError {
    const raw = this.raw[index];
    const record = this.check(raw);
    if (record !== raw) this.isExact = false;
    return record;
  }

  idAt(index: number): unknown {
    return idOf(this.raw[index]);
  }

  hasId(index: number, id: string): boolean {
    return this.idAt(index) === id;
  }

  hashAt(index: number): number {
    const id = this.idAt(index);
    return typeof id === 'string' ? hashOfId(id) : -1;
  }

  get mayRepeat(): boolean {
    return this.indexed().mayRepeat;
  }

  indexOf(id: string, hash: number): number {
    return this.indexed().find(id, hash);
  }

  private indexed(): RecordIndex {
    return (this.index ??= new RecordIndex(this));
  }
}

/** The id of an item as it came, if it has any. */
export const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
