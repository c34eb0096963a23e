import type { Draw } from '../../fuzz/draw.js';

/** What patterns, parsers and Unicode tables may stumble over when it is repeated. */
const pieces = [
  ...[
    '"',
    '\\"',
    '\\',
    '\\u0000',
    "'",
    '`',
    '"""',
    '#\n',
    '"a",',
    '{',
    '[',
    '(',
    '}',
    '<a>',
    '*/',
    '/*',
  ],
  ...[
    '0',
    '9',
    '1e9',
    '-',
    '+',
    '.',
    '..',
    '../',
    ',',
    ', ',
    ';',
    '=',
    ';q=0',
    ':',
    '@',
    '/',
    '?',
    '#',
    '&',
  ],
  ...['%', '%41', '%e0%80', ' ', '\t', '\n', '\r\n', '\f', '\u00a0', '\u2028', '\ufeff', '\0'],
  ...[
    'a',
    'A:',
    'aA',
    '_',
    '$a',
    '...',
    'a=b;',
    'max-age=1,',
    'text/html,',
    'gzip;q=1,',
    '*/*,',
    'W/"x",',
  ],
  ...['\u0301\u0316', '\u0316\u0301\u05b0', '\u0301', '\u093c\u0901', '\ufdfa', '\u1e9b\u0323'],
  ...['ß', 'İ', 'é'],
  ...[
    '\u1100\u1161',
    '가',
    '漢',
    '𝒳',
    '\ud800',
    '\udc00',
    '👩‍👩‍👧',
    '\u200d',
    '\u202e',
    '\uff9e\u0316',
  ],
];

const beginnings = [
  ...['', '', '2020-01-01T00:00:00.', '"', '{"a":"', 'Bearer ', 'http://', 'U2NyZWVuOg', '0', '='],
];
const endings = ['', '', '"', '10Z', 'Z', '!', '=', '\n', '\u0000', '@', '+00:00'];

/** One or two pieces, repeated up to a number of characters. */
export function drawText(draw: Draw, maxLength: number): string {
  const piece = draw.from(pieces) + (draw.once(2) ? draw.from(pieces) : '');
  const length = Math.min(maxLength, draw.from([10, 300, 3000, 15_000, 40_000, 130_000]));
  const middle = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  return `${draw.from(beginnings)}${middle}${draw.from(endings)}`.slice(0, maxLength);
}

/** JSON values that are wide, deep, or both. */
export function drawValue(draw: Draw, maxLength: number): unknown {
  const entry = draw.from([0, '', 'a', null, {}, [], 1e300, -1, true, 'x'.repeat(200)]);
  const size = Math.max(1, Math.floor(maxLength / (JSON.stringify(entry).length + 1)));
  return draw.from([
    () => Array.from({ length: Math.min(size, draw.from([3, 1000, 100_000])) }, () => entry),
    () =>
      Object.fromEntries(
        Array.from({ length: Math.min(size / 8, draw.from([3, 1000, 15_000])) }, (_, index) => [
          `${draw.once(9) ? '__proto__' : 'k'}${index.toString(36)}`,
          entry,
        ]),
      ),
    () => nested(Math.min(maxLength / 8, draw.from([50, 500, 2000])), draw.once(2)),
    () => drawText(draw, maxLength),
  ])();
}

function nested(depth: number, asList: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = asList ? [value] : { a: value };
  return value;
}

/** JSON that is nested more deeply than `JSON.stringify` could print it. */
export const drawDeepJson = (draw: Draw): string => {
  const depth = draw.from([5000, 20_000]);
  return draw.once(2)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
};

/** Header values take one line and one byte for each character. */
export const asHeader = (text: string): string =>
  text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '\u00e4').slice(0, 12_000);
