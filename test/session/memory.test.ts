import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCost } from '../../src/session/cost.js';
import { Memory } from '../../src/session/memory.js';

function start() {
  const cost = createCost();
  const memory = new Memory(cost);
  const started: string[] = [];
  const read = (path: string) => () => {
    started.push(path);
    return Promise.resolve(path);
  };
  return { cost, memory, started, read };
}

describe('the memory of one operation', () => {
  it('remembers a failure as it remembers a record', async () => {
    const { memory } = start();
    let tries = 0;
    const fail = () => Promise.reject(new Error(`no ${(tries += 1)}`));
    await expect(memory.read('/a', fail)).rejects.toThrow('no 1');
    await expect(memory.read('/a', fail)).rejects.toThrow('no 1');
  });

  it('keeps one thing for a path', () => {
    const { memory } = start();
    let made = 0;
    const make = (): object => ({ made: (made += 1) });
    memory.once('/list', make);
    memory.once('/list', make);
    expect(made).toBe(1);
  });

  it('in any order: each path is read once, each repetition counted once', async () => {
    const call = fc.record({
      path: fc.constantFrom('/a', '/b', '__proto__', 'constructor'),
      isAhead: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
      const { cost, memory, started, read } = start();
      for (const { path, isAhead } of calls) {
        const value = isAhead ? memory.prefetch(path, read(path)) : memory.read(path, read(path));
        expect(await value).toBe(path);
      }
      expect(started.toSorted()).toEqual([...new Set(calls.map(({ path }) => path))].toSorted());
      const needs = calls.filter(({ isAhead }) => !isAhead).map(({ path }) => path);
      expect(cost.deduplicated).toBe(needs.length - new Set(needs).size);
    });
    await fc.assert(property, { seed: 20_261_120, numRuns: 200 });
  });
});
