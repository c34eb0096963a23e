import { describe, expect, it } from 'vitest';
import { byText } from '../../src/find/order.js';
import { growsFasterThanLinear } from '../rig/growth.js';

describe('an order by name', () => {
  const field = byText((name: string) => name, '');
  const order = (a: string, b: string): number =>
    field.compare(field.keyOf(a) ?? '', field.keyOf(b) ?? '');

  it('compares up to 8 marks in a row', () => {
    const ring = `a${'\u0301'.repeat(7)}`;
    expect(order(`${ring}\u030a`, `${ring}\u0301`)).not.toBe(0);
    expect(order(`${ring}\u0301\u030a`, `${ring}\u0301\u0301`)).toBe(0);
  });

  const marked = ['\u0301\u0327', '\u0f73\u0f71', '\u0301\u0327\u0f71\u05b0', '\u0f71\u0f72'];
  it.each([...marked, '\ufdfa', '7', 'é'])(
    'takes time that is linear in the length of %j',
    (repeated) => {
      // The first letters differ in their case alone, so that everything is compared.
      const key = (start: string, size: number) => start + repeated.repeat(size / repeated.length);
      expect(growsFasterThanLinear((size) => order(key('A', size), key('a', size)))).toBe(false);
    },
  );
});
