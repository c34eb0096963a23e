import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplyGuard } from '../../../src/extra/fleet/reply-guard.js';

/** Whether a guard takes a reply that arrives in chunks of these sizes. */
function accepts(guard: ReplyGuard, reply: string, sizes: readonly number[] = []): boolean {
  const bytes = Buffer.from(reply);
  const cuts = [...sizes, bytes.length];
  let at = 0;
  for (const size of cuts) {
    const chunk = bytes.subarray(at, at + size);
    at += chunk.length;
    if (!guard.accepts(chunk)) return false;
  }
  return true;
}

const text = (length: number, character = 'a'): string =>
  `$${length}\r\n${character.repeat(length)}\r\n`;

describe('a guard of replies', () => {
  it.each([
    ['a state', '+OK\r\n'],
    ['a number', ':123456789012\r\n'],
    ['no value', '$-1\r\n*-1\r\n_\r\n'],
    ['an error', '-ERR no such command\r\n'],
    ['a text', text(10)],
    ['an empty text, and one after it', `${text(0)}${text(10)}`],
    ['a text that looks like lengths', '$8\r\n$99\r\n*99\r\n+OK\r\n'],
    ['a list', `*3\r\n:1\r\n${text(10)}$-1\r\n`],
    ['a message of RESP3', `>3\r\n${text(7)}${text(7)}${text(10)}`],
  ])('takes %s, wherever it is cut', (_what, reply) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (sizes) => {
        expect(accepts(new ReplyGuard(10), reply, sizes)).toBe(true);
      }),
    );
  });

  it.each([
    ['a text', '$11\r\n'],
    ['a text behind others', `${text(10)}+OK\r\n$11\r\n`],
    ['a text in a list', `*2\r\n${text(3, '$')}$11\r\n`],
    ['a verbatim text', '=11\r\n'],
    ['an error with a length', '!11\r\n'],
    ['a list', '*11\r\n'],
    ['a map', '%11\r\n'],
    ['a text of a length that is no number of bytes', `$${'9'.repeat(400)}\r\n`],
    ['a line', `-${'e'.repeat(70_000)}`],
  ])('refuses %s above the bound, wherever it is cut', (_what, reply) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (sizes) => {
        expect(accepts(new ReplyGuard(10), reply, sizes)).toBe(false);
      }),
    );
  });
});
