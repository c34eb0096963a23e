import { describe, expect, it } from 'vitest';
import { createKeyReader, deeds, jumps } from '../../../src/dashboard/keyboard/shortcut.js';

describe('keys', () => {
  it('of a pair lead to a view if the second follows soon', () => {
    const read = createKeyReader();
    expect(read('g', 0)).toBeUndefined();
    expect(read('s', 1500)).toMatchObject({ path: '/screens' });
    expect(read('g', 2000)).toBeUndefined();
    expect(read('s', 3501)).toBeUndefined();
  });

  it('after g do nothing else: a mistyped pair refreshes nothing', () => {
    const read = createKeyReader();
    read('g', 0);
    expect(read('r', 100)).toBeUndefined();
    expect(read('r', 200)).toMatchObject({ action: 'refresh' });
  });

  it('after two g still wait for a view', () => {
    const read = createKeyReader();
    read('g', 0);
    expect(read('g', 100)).toBeUndefined();
    expect(read('o', 200)).toMatchObject({ path: '/' });
  });

  it('are each used once, and leave those of lists alone', () => {
    const keys = [...jumps, ...deeds].map(({ keys }) => keys.join(' '));
    expect(new Set(keys).size).toBe(keys.length);
    const single = [...deeds.map(({ keys: [key] }) => key), 'g'];
    expect(single.filter((key) => ['/', 'j', 'k'].includes(key ?? ''))).toEqual([]);
  });
});
