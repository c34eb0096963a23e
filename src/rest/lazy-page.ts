import { parseJson } from '../base/json.js';
import { boundedText } from './bounded-json.js';
import { hashOfAsciiId, hashOfId, idOf, type RawItems } from './page.js';

const opening = '{"data":[';
const idMember = '{"id":"';
const closing = '],"pagination":';
const quote = 0x22;

/** More than a page may hold (contract, "Limits"). */
const maxItems = 100;

/**
 * Finds the items of a page in its text, at a tenth of the cost of parsing it; undefined for a page
 * that is not written as most serializers do: `data` first, `id` first in every item, no escape, no
 * white space around items.
 *
 * Where the text is JSON, the items are those that a parser finds. Inside `data` there is no other
 * array, so what follows an object and a comma is an item or the name of a member. A string holds
 * no quote, so nothing in it looks like the start of an item or the end of the list. Parsing an
 * item shows whether its text is JSON, and whether a second `id` follows.
 */
export function findItemBounds(bytes: Buffer) {
  // One character a byte, for this search alone: to keep the text would let each collection of
  // young objects copy it.
  const text = bytes.toString('latin1');
  const end = text.indexOf(']', opening.length);
  const hasUsualEnds =
    text.startsWith(opening + idMember) && text.startsWith('}' + closing, end - 1);
  if (!hasUsualEnds) return undefined;
  const nested = text.indexOf('[', opening.length);
  const hasNestedList = nested !== -1 && nested < end;
  if (hasNestedList || text.includes('\\')) return undefined;
  const pagination = paginationOf(bytes, end);
  if (pagination === undefined) return undefined;
  const starts = findStarts(text, end);
  return starts === undefined ? undefined : { bytes, starts, end, pagination };
}

/**
 * Looks at each closing brace: there are fewest of them. Undefined for an entry that is no object
 * with its id first.
 */
function findStarts(text: string, end: number): readonly number[] | undefined {
  const starts = [opening.length];
  for (let brace = text.indexOf('}'); brace < end - 1; brace = text.indexOf('}', brace + 1)) {
    if (text[brace + 1] === '}') continue;
    if (text[brace + 1] !== ',') return undefined;
    if (text.startsWith(idMember, brace + 2)) {
      starts.push(brace + 2);
      if (starts.length > maxItems) return undefined;
    } else if (!isMemberName(text, brace + 2)) {
      return undefined;
    }
  }
  return starts;
}

const isMemberName = (text: string, start: number): boolean =>
  text[start] === '"' && text[text.indexOf('"', start + 1) + 1] === ':';

/** Items that are parsed when they are read, from the text of their page. */
export class ItemTexts implements RawItems {
  /** Those that were looked for: an unchanged page is asked for the same ones again. */
  private readonly ids: string[] = [];

  constructor(private readonly bounds: NonNullable<ReturnType<typeof findItemBounds>>) {}

  get length(): number {
    return this.bounds.starts.length;
  }

  /** Undefined also where another id follows the first one of the text. */
  at(index: number): unknown {
    const { bytes, starts, end } = this.bounds;
    const start = starts[index] ?? 0;
    // A comma, or the end of the list, follows each item.
    const next = starts[index + 1] ?? end + 1;
    const text = boundedText(bytes, start, next - 1);
    if (text === undefined) return undefined;
    const raw = parseJson(text);
    const id = idOf(raw);
    if (typeof id !== 'string' || !text.startsWith(id, idMember.length)) return undefined;
    return text.charCodeAt(idMember.length + id.length) === quote ? raw : undefined;
  }

  idAt(index: number): string {
    const known = this.ids[index];
    if (known !== undefined) return known;
    const { bytes } = this.bounds;
    const start = this.idStart(index);
    const id = bytes.toString('utf8', start, bytes.indexOf(quote, start));
    this.ids[index] = id;
    return id;
  }

  hashAt(index: number): number {
    const { bytes } = this.bounds;
    const start = this.idStart(index);
    return hashOfAsciiId(bytes, start, bytes.indexOf(quote, start)) ?? hashOfId(this.idAt(index));
  }

  private idStart(index: number): number {
    return (this.bounds.starts[index] ?? 0) + idMember.length;
  }
}

/** Undefined also where `data` comes twice: of members of one name the last one counts. */
function paginationOf(bytes: Buffer, end: number): unknown {
  try {
    const tail = JSON.parse(`{${bytes.toString('utf8', end + 2)}`) as {
      readonly pagination?: unknown;
    };
    return 'data' in tail ? undefined : tail.pagination;
  } catch {
    return undefined;
  }
}
