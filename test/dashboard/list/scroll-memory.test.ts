import { describe, expect, it } from 'vitest';
import { createScrollMemory } from '../../../src/dashboard/route/scroll.js';

/** A session's storage; each page of the session reads it anew. */
function createStorage(content?: string) {
  const items = new Map(content === undefined ? [] : [['scroll', content]]);
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
}

describe('the places of the history', () => {
  it('are the last hundred, and outlive a reload', () => {
    const storage = createStorage();
    const memory = createScrollMemory(storage);
    const keys = Array.from({ length: 150 }, memory.newKey);
    keys.forEach((key) => memory.set(key, 7));
    memory.save();
    const next = createScrollMemory(storage);
    expect(keys.filter((key) => next.get(key) === 7)).toEqual(keys.slice(-100));
    expect(keys).not.toContain(next.newKey());
  });

  it('are numbers alone', () => {
    const storage = createStorage();
    const memory = createScrollMemory(storage);
    memory.set(memory.newKey(), 12.6);
    memory.save();
    expect(storage.items.get('scroll')).toBe('[[1,13]]');
  });

  it.each(['', '{}', 'null', '[[1]]', '[["a",2]]', '[[1,null]]'])('begin anew from %s', (content) => {
    const memory = createScrollMemory(createStorage(content));
    expect([memory.newKey(), memory.get(1)]).toEqual([1, 0]);
  });

  it('do without a storage that is full', () => {
    const memory = createScrollMemory({
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    expect(memory.save).not.toThrow();
  });
});
