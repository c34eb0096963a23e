import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains } from '../src/find/filter.js';
import { parseInstant } from '../src/find/instant.js';
import { decodeSortCursor, keyOfText } from '../src/find/order.js';
import { compareCodePoints, foldText } from '../src/find/text.js';
import { decodeNodeId, parseNodeId } from '../src/graphql/node.js';
import { readSessionCookie } from '../src/http/dashboard/guard.js';
import { accepts, negotiate } from '../src/http/negotiation.js';
import { checkCoding, checkMediaType, isJsonRequest } from '../src/http/request-body.js';
import { isHost, pathOf } from '../src/http/target.js';
import { readExplain } from '../src/operation/explain.js';
import { readMaxAge } from '../src/operation/max-age.js';
import { readCredential } from '../src/operation/operation-request.js';
import { decodeCursor } from '../src/paging/cursor.js';
import { isUsableId } from '../src/partner/id.js';
import { quote, shortenMessage } from '../src/partner/quote.js';
import { mayHold, scrub, scrubPath } from '../src/partner/scrub.js';
import { dateTime } from '../src/partner/value.js';
import { findItemBounds } from '../src/rest/lazy-page.js';
import { parseJson } from '../src/rest/response-error.js';
import { readRetryAfter } from '../src/rest/retry-after.js';
import { readTraceparent } from '../src/telemetry/trace-context.js';
import { growsFasterThanLinear } from './rig/growth.js';

const nameContains = contains((name: string) => name, '');

/** What reads a text of a client or of the Partner API. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  checkCoding,
  checkMediaType,
  compareCodePoints: (text) => compareCodePoints(text, `${text}x`),
  contains: (text) => nameContains.condition('aba', 'nameContains').matches(text),
  'contains, as the text': (text) => nameContains.condition(text, 'nameContains'),
  dateTime: (text) => dateTime.safeParse(text),
  decodeCursor: (text) => decodeCursor('screens', text),
  decodeNodeId,
  decodeSortCursor: (text) => decodeSortCursor('screens', 'string', text),
  findItemBounds: (text) => findItemBounds(Buffer.from(text)),
  foldText,
  isHost,
  isJsonRequest,
  isUsableId,
  keyOfText,
  mayHold: (text) => mayHold(Buffer.from(text), 'my-credential'),
  accepts: (text) => accepts(text, (type) => type === 'a/b'),
  negotiate,
  parseInstant,
  parseJson,
  parseNodeId,
  pathOf,
  quote,
  readCredential: (text) => readCredential(text, 1),
  readExplain,
  readMaxAge,
  readRetryAfter: (text) => readRetryAfter(text, text, 0),
  readSessionCookie: (text) =>
    readSessionCookie(
      new Request('http://facade.test/', { headers: { cookie: text.replace(/[^\x20-\x7e]/g, 'a') } }),
      false,
    ),
  readTraceparent,
  scrub: (text) => scrub(text, 'my-credential'),
  'scrub, a credential of one letter': (text) => scrub(text, 'aaaaaaaaaaaaaaaa'),
  scrubPath: (text) => scrubPath(text, 'my-credential'),
  shortenMessage: (text) => shortenMessage(text),
};

const starts = [
  '',
  '"',
  'a',
  'Bearer ',
  'max-age=',
  'a/b;q=',
  'http://',
  'Fields "',
  '2026-05-17T08:00:00.',
  '{"data":[',
];
const pieces = [
  ...[
    '"',
    '\\',
    '\\"',
    '/',
    '//',
    ',',
    ';',
    '=',
    ' ',
    '\t',
    '\n',
    '.',
    ':',
    '0',
    '9',
    'a',
    'ab',
    'é',
    '\u0301',
  ],
  ...[
    '\u0301\u0327',
    '\ufdfa',
    '😀',
    '[',
    '{',
    '{"a":',
    '"a",',
    '{},',
    '%2e',
    '\\u0061',
    'a=b; ',
    'a/b,',
    'no-cache,',
    'q=1;',
  ],
];
const ends = ['', '\u0000', '"', '10Z', 'x', ']}'];

/** Texts of a beginning, a few pieces that repeat in turn, and an end. */
const texts = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...ends),
  )
  .map(([start, repeated, end]) => (size: number): string => {
    const unit = repeated.join('');
    return start + unit.repeat(Math.ceil(size / unit.length)) + end;
  });

/** Milliseconds for 16,384 characters; most of what is linear takes less. */
const suspicious = 20;

const attempt = (read: (text: string) => unknown, text: string): void => {
  try {
    read(text);
  } catch {
    // A refusal takes its time too.
  }
};

const isSuperLinear = (read: (text: string) => unknown, textOf: (size: number) => string): boolean => {
  const text = textOf(1 << 14);
  const startedAt = performance.now();
  attempt(read, text);
  if (performance.now() - startedAt < suspicious) return false;
  return growsFasterThanLinear((size) => attempt(read, textOf(size)));
};

describe('the time to read a text grows with its length, and no faster', () => {
  it.each(Object.entries(readers))('%s', (_name, read) => {
    fc.assert(
      fc.property(texts, (textOf) => {
        expect(isSuperLinear(read, textOf)).toBe(false);
      }),
      { numRuns: 150 },
    );
    for (const piece of pieces)
      expect(isSuperLinear(read, (size) => piece.repeat(size / piece.length))).toBe(false);
  });

  it('as this test can tell', () => {
    const quadratic = (text: string): unknown => /0+$/.test(text);
    expect(isSuperLinear(quadratic, (size) => `${'0'.repeat(size)}x`)).toBe(true);
  });
});
