import { describe, expect, it } from 'vitest';
import { createWriteBatch } from '../../src/http/write-response.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** What is told to a turn, by a clock that the test sets. */
function start() {
  const told: string[] = [];
  const clock = { now: 0 };
  const atEndOfTurn = createWriteBatch(() => clock.now);
  return { told, clock, tell: (name: string) => atEndOfTurn(() => void told.push(name)) };
}

describe('the end of a turn', () => {
  it('has all that came in the turn, in its order and once', async () => {
    const { told, tell } = start();
    tell('a');
    await Promise.resolve();
    tell('b');
    expect(told).toEqual([]);
    await nextTurn();
    expect(told).toEqual(['a', 'b']);
    await nextTurn();
    tell('c');
    await nextTurn();
    expect(told).toEqual(['a', 'b', 'c']);
  });

  it('is not waited for in a long turn', async () => {
    const { told, clock, tell } = start();
    tell('a');
    clock.now = 0.4;
    tell('b');
    expect(told).toEqual([]);
    clock.now = 0.6;
    tell('c');
    expect(told).toEqual(['a', 'b', 'c']);
    tell('d');
    await nextTurn();
    expect(told).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has what comes while it is being told, in the turn after it', async () => {
    const told: string[] = [];
    const atEndOfTurn = createWriteBatch(() => 0);
    atEndOfTurn(() => atEndOfTurn(() => void told.push('later')));
    await nextTurn();
    await nextTurn();
    expect(told).toEqual(['later']);
  });
});
