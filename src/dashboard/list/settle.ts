import { useCallback, useEffect, useMemo, useState } from 'react';

/** Places of a list from the first to the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds between two looks at a list that scrolls. */
const lookMs = 100;

/** Places. Who passes more of them between two looks is on the way to another part of the list. */
const maxStep = 60;

/** Says where a list rests or scrolls slowly; what it flies over need not be read. */
export class Settler {
  private last: Range = { from: 0, to: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly onSettle: (range: Range) => void) {}

  /** @param range the places that the window shows now */
  move(range: Range): void {
    this.last = range;
    if (this.timer !== undefined) return;
    let seen = range;
    this.timer = setInterval(() => {
      const { last } = this;
      if (Math.abs(last.from - seen.from) <= maxStep) this.onSettle(last);
      // It rests: the next move begins anew.
      if (last === seen) this.stop();
      seen = last;
    }, lookMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const start: Range = { from: 0, to: 0 };

/**
 * The places whose records are worth reading.
 *
 * @param key of the list; another list begins at its start
 */
export function useSettledRange(key: string): readonly [Range, (from: number, to: number) => void] {
  const [settled, setSettled] = useState({ key, range: start });
  const settler = useMemo(
    () =>
      new Settler(({ from, to }) =>
        setSettled((before) =>
          before.key === key && before.range.from === from && before.range.to === to
            ? before
            : { key, range: { from, to } },
        ),
      ),
    [key],
  );
  useEffect(() => () => settler.stop(), [settler]);
  const move = useCallback((from: number, to: number) => settler.move({ from, to }), [settler]);
  return [settled.key === key ? settled.range : start, move];
}
