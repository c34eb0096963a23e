import { describe, expect, it } from 'vitest';
import { printable, printableLines, quote } from '../../src/partner/quote.js';

const codes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Controls (ISO 6429), ends of lines, and what turns the direction of writing (Unicode,
 * "Bidi_Control").
 */
const controls = [
  ...codes(0x00, 0x1f),
  ...codes(0x7f, 0x9f),
  0x061c,
  0x200e,
  0x200f,
  0x2028,
  0x2029,
  ...codes(0x202a, 0x202e),
  ...codes(0x2066, 0x2069),
].map((code) => String.fromCharCode(code));

describe('printable', () => {
  it.each(controls.map((control) => [JSON.stringify(control), control]))(
    'escapes %s',
    (_name, control) => {
      const text = printable(`a${control}b`);
      expect(text).toMatch(/^a\\(?:[nrt]|u[\da-f]{4})b$/);
      expect(JSON.parse(`"${text}"`)).toBe(`a${control}b`);
    },
  );

  it('leaves all other text: letters of all scripts, signs, and emoji with their joiners', () => {
    const text = 'Zürich – “東京”, שלום, مرحبا, \\ " 👩‍🚀 é';
    expect(printable(text)).toBe(text);
  });

  it('keeps the ends of lines, where a text has several', () => {
    expect(printableLines('a\u009b\nb\r\n')).toBe('a\\u009b\nb\\r\n');
  });
});

it('a quoted value is printable, and JSON of the value', () => {
  for (const control of controls) {
    const quoted = quote(`a${control}b"`);
    expect(printable(quoted)).toBe(quoted);
    expect(JSON.parse(quoted)).toBe(`a${control}b"`);
  }
});
