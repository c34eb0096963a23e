import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../../src/loaders/gate.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Enters, and notes a name when the place is there. */
function enter(gate: Gate, lane: object, name: string, order: string[]) {
  const waiting = gate.enter(lane);
  if (waiting === undefined) order.push(name);
  else
    waiting.ready.then(
      () => order.push(name),
      () => order.push(`${name} left`),
    );
  return waiting;
}

describe('a gate', () => {
  it('lets so many through at once, and the others in their order', async () => {
    const gate = createGate(2);
    const order: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) enter(gate, gate, name, order);
    expect(order).toEqual(['a', 'b']);
    expect(gate.size()).toEqual({ inside: 2, waiting: 2 });
    gate.leave();
    await settle();
    expect(order).toEqual(['a', 'b', 'c']);
    gate.leave();
    gate.leave();
    gate.leave();
    await settle();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    expect(gate.size()).toEqual({ inside: 0, waiting: 0 });
  });

  it('D19: lanes take turns: a thousand of one lane hold up another lane by one place', async () => {
    const gate = createGate(1);
    const [flood, quiet] = [{}, {}];
    const order: string[] = [];
    for (let index = 0; index < 1000; index += 1) enter(gate, flood, `flood ${index}`, order);
    enter(gate, quiet, 'quiet 1', order);
    enter(gate, quiet, 'quiet 2', order);
    for (let turn = 0; turn < 5; turn += 1) {
      gate.leave();
      await settle();
    }
    expect(order).toEqual(['flood 0', 'flood 1', 'quiet 1', 'flood 2', 'quiet 2', 'flood 3']);
  });

  it('who leaves the queue is told why, and holds up nobody', async () => {
    const gate = createGate(1);
    const lane = {};
    const order: string[] = [];
    enter(gate, lane, 'a', order);
    const second = gate.enter(lane);
    enter(gate, lane, 'c', order);
    const refused = expect(second?.ready).rejects.toThrow('the client has left');
    second?.cancel(new Error('the client has left'));
    await refused;
    expect(gate.size()).toEqual({ inside: 1, waiting: 1 });
    gate.leave();
    await settle();
    expect(order).toEqual(['a', 'c']);
  });

  it('leaving the queue is without effect once the place is there', async () => {
    const gate = createGate(1);
    gate.enter(gate);
    const second = gate.enter(gate);
    gate.leave();
    second?.cancel(new Error('too late'));
    await expect(second?.ready).resolves.toBeUndefined();
    expect(gate.size()).toEqual({ inside: 1, waiting: 0 });
  });

  it('whatever comes and goes: never more inside than may be, nobody waits while there is room, nobody is lost', async () => {
    const lanes = Array.from({ length: 4 }, () => ({}));
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('enter' as const), lane: fc.nat(3) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), lane: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), lane: fc.nat(200) }) },
    );
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 80 }),
      async (most, steps) => {
        const gate = createGate(most);
        const order: string[] = [];
        const waiting: ReturnType<Gate['enter']>[] = [];
        const insideOf = () => gate.size().inside;
        let entered = 0;
        for (const { kind, lane } of steps) {
          if (kind === 'enter') waiting.push(enter(gate, lanes[lane] ?? {}, String((entered += 1)), order));
          else if (kind === 'cancel') waiting[lane % Math.max(1, waiting.length)]?.cancel(new Error('left'));
          else if (insideOf() > 0) gate.leave();
          const { inside, waiting: queued } = gate.size();
          expect(inside).toBeLessThanOrEqual(most);
          if (queued > 0) expect(inside).toBe(most);
        }
        while (insideOf() > 0) gate.leave();
        await settle();
        expect(gate.size()).toEqual({ inside: 0, waiting: 0 });
        expect(order.map((name) => name.replace(' left', '')).toSorted()).toEqual(
          Array.from({ length: entered }, (_, index) => String(index + 1)).toSorted(),
        );
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 200 });
  });
});
