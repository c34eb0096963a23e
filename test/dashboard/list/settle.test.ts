import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Range, Settler } from '../../../src/dashboard/list/place.js';

/** A window of twenty rows. */
const at = (from: number): Range => ({ from, to: from + 20 });

describe('what a list reads while it scrolls', () => {
  let settled: number[];
  let settler: Settler;
  beforeEach(() => {
    vi.useFakeTimers();
    settled = [];
    settler = new Settler(({ from }) => settled.push(from));
  });
  afterEach(() => {
    settler.stop();
    vi.useRealTimers();
  });

  it('is where it rests', () => {
    settler.move(at(40));
    vi.advanceTimersByTime(100);
    expect(settled).toEqual([40]);
    vi.advanceTimersByTime(1000);
    expect(settled).toEqual([40]);
  });

  it('is not what it flies over', () => {
    for (let from = 0; from <= 4900; from += 100) {
      settler.move(at(from));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(200);
    expect(settled).toEqual([4900]);
  });

  it('is what it passes slowly', () => {
    for (let from = 0; from <= 100; from += 1) {
      settler.move(at(from));
      vi.advanceTimersByTime(16);
    }
    expect(settled.length).toBeGreaterThan(10);
  });

  it('is nothing once it has stopped', () => {
    settler.move(at(40));
    settler.stop();
    vi.advanceTimersByTime(1000);
    expect(settled).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
