import { describe, expect, it } from 'vitest';
import { createWriteBatch } from '../../src/http/write-response.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A batch with a clock that the test sets; `written` lists the names whose callbacks have run. */
function start() {
  const written: string[] = [];
  const clock = { now: 0 };
  const batch = createWriteBatch(() => clock.now);
  return { written, clock, write: (name: string) => batch(() => void written.push(name)) };
}

describe('a write batch', () => {
  it('runs all callbacks of a turn at its end, in order and once', async () => {
    const { written, write } = start();
    write('a');
    await Promise.resolve();
    write('b');
    expect(written).toEqual([]);
    await nextTurn();
    expect(written).toEqual(['a', 'b']);
    await nextTurn();
    write('c');
    await nextTurn();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('does not wait for the end of a long turn', async () => {
    const { written, clock, write } = start();
    write('a');
    clock.now = 0.4;
    write('b');
    expect(written).toEqual([]);
    clock.now = 0.6;
    write('c');
    expect(written).toEqual(['a', 'b', 'c']);
    write('d');
    await nextTurn();
    expect(written).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs a callback that another one adds in the next turn', async () => {
    const written: string[] = [];
    const batch = createWriteBatch(() => 0);
    batch(() => batch(() => void written.push('later')));
    await nextTurn();
    await nextTurn();
    expect(written).toEqual(['later']);
  });
});
