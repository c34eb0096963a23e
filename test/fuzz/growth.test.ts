import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { contains } from '../../src/find/filter.js';
import { compareCodePoints, parseInstant } from '../../src/find/value.js';
import { foldText } from '../../src/find/word.js';
import { decodeSortCursor, keyOfText } from '../../src/find/order.js';
import { decodeNodeId, parseReference } from '../../src/graphql/node.js';
import { readSessionCookie } from '../../src/extra/sign-in/session.js';
import { accepts, negotiate } from '../../src/http/negotiation.js';
import { checkCoding, checkMediaType } from '../../src/http/request-body.js';
import { isHost, pathOf } from '../../src/http/target.js';
import { readExplain } from '../../src/operation/explain.js';
import { readCredential, readMaxAge } from '../../src/operation/operation-request.js';
import { decodeCursor } from '../../src/paging/cursor.js';
import { isUsableId } from '../../src/partner/endpoint.js';
import { quote, shortenMessage } from '../../src/partner/quote.js';
import { mayHold, scrub, scrubPath } from '../../src/partner/scrub.js';
import { dateTime } from '../../src/partner/value.js';
import { findItemBounds } from '../../src/rest/lazy-page.js';
import { parseJson } from '../../src/base/json.js';
import { readRetryAfter } from '../../src/rest/retry-after.js';
import { readTraceparent } from '../../src/extra/telemetry/trace.js';
import { growsFasterThanLinear } from '../rig/growth.js';

const nameContains = contains((name: string) => name, '');

/** What reads a text of a client or of the Partner API. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  checkCoding,
  checkMediaType,
  compareCodePoints: (text) => compareCodePoints(text, `${text}x`),
  contains: (text) => nameContains.condition('aba a-é üa', 'nameContains').matches(text),
  'contains, as the text': (text) => nameContains.condition(text, 'nameContains'),
  dateTime: (text) => dateTime.safeParse(text),
  decodeCursor: (text) => decodeCursor('screens', text),
  decodeNodeId,
  decodeSortCursor: (text) => decodeSortCursor('screens', 'string', text),
  findItemBounds: (text) => findItemBounds(Buffer.from(text)),
  foldText,
  isHost,
  isUsableId,
  keyOfText,
  mayHold: (text) => mayHold(Buffer.from(text), 'my-credential'),
  accepts: (text) => accepts(text, (type) => type === 'a/b'),
  negotiate,
  parseInstant,
  parseJson,
  parseReference,
  pathOf,
  quote,
  readCredential: (text) => readCredential(text, 1),
  readExplain,
  readMaxAge,
  readRetryAfter: (text) => readRetryAfter(text, text, 0),
  readSessionCookie: (text) =>
    readSessionCookie(
      new Request('http://facade.test/', {
        headers: { cookie: text.replace(/[^\x20-\x7e]/g, 'a') },
      }),
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
  'a',
  'Bearer ',
  'Fields "',
  ...'" max-age= a/b;q= http:// 2026-05-17T08:00:00. {"data":['.split(' '),
];
const pieces = [
  ...[' ', '\t', '\n', '\u0301', '\u0301\u0327', '\ufdfa', 'ü', '’', '\\u0061', 'a=b; '],
  ...'" \\ \\" / // , ; = . : 0 9 a ab é 😀 [ { {"a": "a", {}, %2e a/b, no-cache, q=1;'.split(' '),
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

/**
 * Milliseconds of processor time for 16,384 characters; what is linear takes less, also on a busy
 * machine.
 */
const suspicious = 10;

/** Whether the time of a call grows faster than the size that it is given, in characters. */
function isSuperLinear(call: (size: number) => unknown): boolean {
  const before = process.cpuUsage();
  call(1 << 14);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > suspicious && growsFasterThanLinear(call);
}

describe('the time to read a text grows with its length, and no faster', () => {
  it.each(Object.entries(readers))('%s', (_name, read) => {
    const attempt = (text: string): void => {
      try {
        read(text);
      } catch {
        // A refusal takes its time too.
      }
    };
    fc.assert(
      fc.property(texts, (textOf) => {
        expect(isSuperLinear((size) => attempt(textOf(size)))).toBe(false);
      }),
      { numRuns: 75 },
    );
    for (const piece of pieces)
      expect(isSuperLinear((size) => attempt(piece.repeat(size / piece.length)))).toBe(false);
  });
});

const root = new URL('../../src/', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

/** The regular expressions of a source file. */
function patternsOf(code: string, file: string): RegExp[] {
  const patterns: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return patterns;
}

/** Texts that are repeated: what the pattern itself names, and what its classes hold. */
function piecesOf({ source }: RegExp): string[] {
  const named = Array.from(
    source.matchAll(/\\?([^\w\\()[\]^$*+?|])|\w{2,}/g),
    ([all, mark]) => mark ?? all,
  );
  const singles = [...new Set([...named, 'a', '0', ' ', '\n', '"', '\\', '\u0301'])];
  return [
    ...singles,
    ...singles.map((piece) => `\\${piece}`),
    ...singles.map((piece) => `${piece}a`),
  ];
}

/** Whether a search takes the square of the length of some text. */
const isSlow = (pattern: RegExp): boolean =>
  piecesOf(pattern).some((piece) =>
    ['', '"'].some((start) =>
      isSuperLinear((size) => {
        const text = `${start}${piece.repeat(size / piece.length)}\u0000`;
        return pattern.global ? text.replace(pattern, '') : pattern.exec(text);
      }),
    ),
  );

describe('each pattern of src takes time that is linear in the length of the text', () => {
  const patterns = files.flatMap((file) =>
    patternsOf(readFileSync(join(root, file), 'utf8'), file).map((pattern) => ({ file, pattern })),
  );

  it('as measured', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.filter(({ pattern }) => isSlow(pattern));
    expect(slow.map(({ file, pattern }) => `${file}: ${String(pattern)}`)).toEqual([]);
  });

  it.each([/0+$/, /\/+$/, /\n+fragment /g])('%s is found', (pattern) => {
    expect(isSlow(pattern)).toBe(true);
  });
});
