import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';

/** The items of a page as they came. */
export interface RawItems {
  readonly length: number;
  /** The value of an item; undefined where only parsing the whole page shows it. */
  at(index: number): unknown;
  /** The id of an item, if it has any. */
  idAt(index: number): unknown;
  /** The hash of an id by `hashOfId`; any number for what is no string. */
  hashAt(index: number): number;
}

/**
 * One page of a list. A record is checked when it is first read: a sweep needs a handful of each
 * hundred. A class, because a getter in an object literal gives every page a hidden class of its
 * own, which V8 keeps, with all that the page has read, until the next full collection.
 */
export class Page<T> {
  private readonly records: (T | PartnerError)[] = [];
  private index: RecordIndex | undefined;

  constructor(
    private raw: RawItems,
    readonly pagination: Pagination,
    /** Gives the raw item itself where it is exact. */
    private readonly check: (item: unknown) => T | PartnerError,
    private hasKeptContract = true,
    /** Parses all items of a lazy page; throws a PartnerError where its text is no page. */
    private parseAll?: () => RawItems,
  ) {}

  /**
   * False once something has deviated from the contract; items count from when they are first read.
   */
  get isExact(): boolean {
    return this.hasKeptContract;
  }

  /** Whether items are parsed one by one. */
  get isLazy(): boolean {
    return this.parseAll !== undefined;
  }

  get length(): number {
    return this.raw.length;
  }

  get items(): readonly (T | PartnerError)[] {
    this.parse();
    for (let index = 0; index < this.length; index += 1) this.at(index);
    return this.records;
  }

  /** One item; `index` is below `length`. */
  at(index: number): T | PartnerError {
    const known = this.records[index];
    if (known !== undefined) return known;
    const record = this.read(index);
    this.records[index] = record;
    return record;
  }

  /** False where no two items have the same id. */
  get mayRepeat(): boolean {
    this.parse();
    return this.indexed().mayRepeat;
  }

  /** The index of the first item with an id, or -1. `hash` is the id's, by `hashOfId`. */
  indexOf(id: string, hash: number): number {
    const { raw } = this;
    const index = this.indexed().find(id, hash);
    // Reading the item parses the whole page where its id is another one.
    if (index !== -1 && this.isLazy) this.at(index);
    const isSamePage = this.raw === raw;
    return isSamePage ? index : this.indexed().find(id, hash);
  }

  private read(index: number): T | PartnerError {
    try {
      const raw = this.raw.at(index) ?? this.parse().at(index);
      const record = this.check(raw);
      if (record !== raw) this.hasKeptContract = false;
      return record;
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  }

  private parse(): RawItems {
    if (this.parseAll !== undefined) {
      this.raw = this.parseAll();
      this.parseAll = undefined;
      this.index = undefined;
    }
    return this.raw;
  }

  private indexed(): RecordIndex {
    this.index ??= new RecordIndex(this.raw);
    return this.index;
  }
}

/** Items whose values are known. */
export class ParsedItems implements RawItems {
  constructor(private readonly values: readonly unknown[]) {}

  get length(): number {
    return this.values.length;
  }

  at(index: number): unknown {
    return this.values[index];
  }

  idAt(index: number): unknown {
    return idOf(this.values[index]);
  }

  hashAt(index: number): number {
    const id = this.idAt(index);
    return typeof id === 'string' ? hashOfId(id) : -1;
  }
}

/** The id of an item as it came, if it has any. */
export const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;

/**
 * The positions of ids on a page. A batch looks up hundreds of ids on every page of a list; a Map
 * of strings compares other strings for each, and takes five times as long as comparing hashes
 * first.
 */
export class RecordIndex {
  /**
   * An id's index on the page plus one, in the first free slot from the one that its hash names; 0
   * in a free slot.
   */
  private readonly slots: number[];
  private readonly mask: number;
  /** The hash of each id; only equal ones are worth comparing the ids. */
  private readonly hashes: number[] = [];
  private hasEqualHashes = false;

  constructor(private readonly ids: Omit<RawItems, 'at'>) {
    // A third full at most.
    this.mask = 2 ** Math.ceil(Math.log2(ids.length * 3 + 1)) - 1;
    this.slots = new Array<number>(this.mask + 1).fill(0);
    for (let index = 0; index < ids.length; index += 1) this.add(index, ids.hashAt(index));
  }

  /** Whether two ids have one hash, as equal ids have. */
  get mayRepeat(): boolean {
    return this.hasEqualHashes;
  }

  /** The index of the first item of an id, or -1. @param hash of the id, by `hashOfId` */
  find(id: string, hash: number): number {
    const { slots, mask, hashes } = this;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = (slots[slot] ?? 0) - 1;
      if (index === -1) return -1;
      if (hashes[index] === hash && this.ids.idAt(index) === id) return index;
    }
  }

  /** Several items of one id take successive slots, the first one first. */
  private add(index: number, hash: number): void {
    const { slots, mask, hashes } = this;
    hashes.push(hash);
    let slot = hash & mask;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (hashes[taken - 1] === hash) this.hasEqualHashes = true;
      slot = (slot + 1) & mask;
    }
    slots[slot] = index + 1;
  }
}

/** The hash of an id on any page: 0 or more, in 30 bits, which V8 keeps without an object. */
export function hashOfId(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) {
    hash = (Math.imul(hash, 31) + id.charCodeAt(index)) | 0;
  }
  return (hash ^ (hash >>> 15)) & 0x3fff_ffff;
}

/** The same of an id in UTF-8; undefined where it is not ASCII alone. */
export function hashOfAsciiId(bytes: Uint8Array, start: number, end: number): number | undefined {
  let hash = 0;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte > 0x7f) return undefined;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return (hash ^ (hash >>> 15)) & 0x3fff_ffff;
}
