import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import { hashOfAsciiId, hashOfId, idOf, type Ids, type Page, RecordIndex } from './page.js';

const opening = '{"data":[';
const idMember = '{"id":"';
const closing = '],"pagination":';
const quote = 0x22;

/**
 * Finds the items of a page in its text, at a tenth of the cost of parsing it; undefined for a page that is not written
 * as most serializers do: `data` first, `id` first in every item, no escape, no white space around items.
 *
 * Where the text is JSON, the items are those that a parser finds. Inside `data` there is no other array, so what follows
 * an object and a comma is an item or the name of a member. A string holds no quote, so nothing in it looks like the start
 * of an item or the end of the list. Parsing an item shows whether its text is JSON, and whether a second `id` follows.
 */
export function findItemBounds(bytes: Buffer) {
  // One character a byte, for this search alone: to keep the text would let each collection of young objects copy it.
  const text = bytes.toString('latin1');
  const end = text.indexOf(']', opening.length);
  if (!text.startsWith(opening + idMember) || !text.startsWith('}' + closing, end - 1)) return undefined;
  const nested = text.indexOf('[', opening.length);
  if ((nested !== -1 && nested < end) || text.includes('\\')) return undefined;
  const pagination = paginationOf(bytes, end);
  const starts = pagination === undefined ? undefined : findStarts(text, end);
  return starts === undefined ? undefined : { bytes, starts, end, pagination };
}

/** Looks at each closing brace: there are fewest of them. Undefined for an entry that is no object with its id first. */
function findStarts(text: string, end: number): readonly number[] | undefined {
  const starts = [opening.length];
  for (let brace = text.indexOf('}'); brace < end - 1; brace = text.indexOf('}', brace + 1)) {
    if (text[brace + 1] === '}') continue;
    if (text[brace + 1] !== ',') return undefined;
    if (text.startsWith(idMember, brace + 2)) starts.push(brace + 2);
    else if (!isMemberName(text, brace + 2)) return undefined;
  }
  return starts;
}

const isMemberName = (text: string, start: number): boolean =>
  text[start] === '"' && text[text.indexOf('"', start + 1) + 1] === ':';

/** A page whose items are parsed one by one, unless all of them are read. */
export class LazyPage<T> implements Page<T>, Ids {
  private readonly records: (T | PartnerError)[] = [];
  private parsed: Page<T> | undefined;
  private index: RecordIndex | undefined;

  constructor(
    private readonly bounds: NonNullable<ReturnType<typeof findItemBounds>>,
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

  hasId(index: number, id: unknown): boolean {
    // A record that was read has the id of its text; a broken one has none.
    return (idOf(this.records[index]) ?? this.readId(index)) === id;
  }

  hashAt(index: number): number {
    const { bytes } = this.bounds;
    const start = this.idStart(index);
    return hashOfAsciiId(bytes, start, bytes.indexOf(quote, start)) ?? hashOfId(this.readId(index));
  }

  get mayRepeat(): boolean {
    return this.page().mayRepeat;
  }

  indexOf(id: string, hash: number): number {
    this.index ??= new RecordIndex(this);
    const index = this.parsed === undefined ? this.index.find(id, hash) : -1;
    // Reading the item parses the whole page where its id is another one.
    if (index !== -1) this.at(index);
    return this.parsed === undefined ? index : this.parsed.indexOf(id, hash);
  }

  /** Where one item is not to the letter, the others rarely are: then the whole page is parsed. */
  private readAt(index: number): T | PartnerError {
    const record = this.parsed === undefined ? this.recordOf(this.textAt(index)) : undefined;
    if (record !== undefined && this.hasId(index, idOf(record))) return record;
    try {
      return this.page().at(index);
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  }

  /** The text of an item, which may not be JSON. */
  private textAt(index: number): string {
    const { bytes, starts, end } = this.bounds;
    return bytes.toString('utf8', starts[index], (starts[index + 1] ?? end + 1) - 1);
  }

  private readId(index: number): string {
    const { bytes } = this.bounds;
    const start = this.idStart(index);
    return bytes.toString('utf8', start, bytes.indexOf(quote, start));
  }

  private idStart(index: number): number {
    return (this.bounds.starts[index] ?? 0) + idMember.length;
  }

  private page(): Page<T> {
    return (this.parsed ??= this.whole());
  }
}

/** Undefined also where `data` comes twice: of members of one name the last one counts. */
function paginationOf(bytes: Buffer, end: number): unknown {
  try {
    const tail = JSON.parse(`{${bytes.toString('utf8', end + 2)}`) as { readonly pagination?: unknown };
    return 'data' in tail ? undefined : tail.pagination;
  } catch {
    return undefined;
  }
}
