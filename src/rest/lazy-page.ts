import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import type { Page } from './page.js';
import { hashOf, type Ids, RecordIndex } from './record-index.js';

/** The items of a page as places in its text. */
export interface ItemBounds {
  readonly text: string;
  readonly starts: readonly number[];
  readonly idEnds: readonly number[];
  /** Where the last item ends. */
  readonly end: number;
  readonly pagination: unknown;
}

const opening = '{"data":[';
const idMember = '{"id":"';
const closing = '],"pagination":';

/**
 * Finds the items of a page in its text, at a tenth of the cost of parsing it; undefined for a page that is not written
 * as most serializers do: `data` first, `id` first in every item, no white space.
 *
 * Where the text is JSON, the items are those that a parser finds. Inside `data` there is no other array, so an object
 * between commas is an item, and one after a colon is a member of an item. A string holds no unescaped quote, so nothing
 * in it looks like the start of an item or the end of the list. Parsing an item shows whether its text is JSON.
 */
export function findItemBounds(text: string): ItemBounds | undefined {
  const end = text.indexOf(']', opening.length);
  if (!text.startsWith(opening + idMember) || !text.startsWith('}' + closing, end - 1)) return undefined;
  if (isBetween(text.indexOf('[', opening.length), end) || mayHoldSecondId(text)) return undefined;
  const pagination = paginationOf(text, end);
  return pagination === undefined ? undefined : findItems(text, end, pagination);
}

/** Of members of one name the last counts. One search covers all items; `\u0069` or `\u0064` may hide in a name. */
const mayHoldSecondId = (text: string): boolean => /[^{]"id"/.test(text) || text.includes(String.raw`\u006`);

function findItems(text: string, end: number, pagination: unknown): ItemBounds | undefined {
  const mayHoldEscapes = text.includes('\\');
  const starts: number[] = [];
  const idEnds: number[] = [];
  for (let start = opening.length; start < end;) {
    const idStart = start + idMember.length;
    const idEnd = text.indexOf('"', idStart);
    if (!text.startsWith(idMember, start) || idEnd === -1) return undefined;
    if (mayHoldEscapes && text.slice(idStart, idEnd).includes('\\')) return undefined;
    starts.push(start);
    idEnds.push(idEnd);
    const next = nextItem(text, idEnd, end);
    if (next === undefined) return undefined;
    start = next;
  }
  return { text, starts, idEnds, end, pagination };
}

/** Where the item after `from` starts; `end` where none does; undefined for an entry that is no object. */
function nextItem(text: string, from: number, end: number): number | undefined {
  let start = text.indexOf('{', from);
  while (isBetween(start, end) && text[start - 1] === ':') start = text.indexOf('{', start + 1);
  if (!isBetween(start, end)) return end;
  return text.startsWith('},', start - 2) ? start : undefined;
}

const isBetween = (place: number, end: number): boolean => place !== -1 && place < end;

/** A page whose items are parsed one by one, unless all of them are read. */
export class LazyPage<T> implements Page<T>, Ids {
  private readonly records: (T | PartnerError)[] = [];
  private parsed: Page<T> | undefined;
  private index: RecordIndex | undefined;

  constructor(
    private readonly bounds: ItemBounds,
    readonly pagination: Pagination,
    /** Parses the page at once; throws a PartnerError where the text is no page. */
    private readonly whole: () => Page<T>,
    /** The record of an item's text, where it keeps the contract to the letter. */
    private readonly recordOf: (text: string) => T | undefined,
  ) {}

  get length(): number {
    return this.bounds.starts.length;
  }

  get isExact(): boolean {
    return this.parsed?.isExact ?? true;
  }

  get items(): readonly (T | PartnerError)[] {
    return this.page().items;
  }

  at(index: number): T | PartnerError {
    return (this.records[index] ??= this.readAt(index));
  }

  idAt(index: number): string {
    const { text, idEnds } = this.bounds;
    return text.slice(this.idStart(index), idEnds[index]);
  }

  hashAt(index: number): number {
    const { text, idEnds } = this.bounds;
    return hashOf(text, this.idStart(index), idEnds[index]);
  }

  indexOf(id: string, hash: number): number {
    this.index ??= new RecordIndex(this);
    return this.index.find(id, hash);
  }

  /** Where one item is not to the letter, the others rarely are: then the whole page is parsed. */
  private readAt(index: number): T | PartnerError {
    const record = this.parsed === undefined ? this.recordOf(this.textAt(index)) : undefined;
    if (record !== undefined) return record;
    try {
      return this.page().at(index);
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  }

  /** The text of an item, which may not be JSON. */
  private textAt(index: number): string {
    const { text, starts, end } = this.bounds;
    return text.slice(starts[index], (starts[index + 1] ?? end + 1) - 1);
  }

  private idStart(index: number): number {
    return (this.bounds.starts[index] ?? 0) + idMember.length;
  }

  private page(): Page<T> {
    return (this.parsed ??= this.whole());
  }
}

/** Undefined also where `data` comes twice: of members of one name the last one counts. */
function paginationOf(text: string, end: number): unknown {
  try {
    const tail = JSON.parse(`{${text.slice(end + 2)}`) as { readonly pagination?: unknown };
    return 'data' in tail ? undefined : tail.pagination;
  } catch {
    return undefined;
  }
}
