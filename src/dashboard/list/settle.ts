import { useCallback, useEffect, useMemo, useState } from 'react';

/** Places of a list from the first to the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Settler {
  /** The places that the window shows now. */
  readonly move: (range: Range) => void;
  readonly stop: () => void;
}

interface SettlerOptions {
  readonly onSettle: (range: Range) => void;
}

/** Milliseconds between two looks at a list that scrolls. */
const lookMs = 100;

/** Places. Who passes more of them between two looks is on the way to another part of the list. */
const maxStep = 60;

/** Says where a list rests or scrolls slowly; what it flies over need not be read. */
export function createSettler({ onSettle }: SettlerOptions): Settler {
  let last: Range = { from: 0, to: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    move(range) {
      last = range;
      if (timer !== undefined) return;
      let seen = range;
      timer = setInterval(() => {
        if (Math.abs(last.from - seen.from) <= maxStep) onSettle(last);
        // It rests: the next move begins anew.
        if (last === seen) stop();
        seen = last;
      }, lookMs);
    },
    stop,
  };
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
      createSettler({
        onSettle: (range) =>
          setSettled((before) =>
            before.key === key && before.range.from === range.from && before.range.to === range.to
              ? before
              : { key, range },
          ),
      }),
    [key],
  );
  useEffect(() => settler.stop, [settler]);
  const move = useCallback((from: number, to: number) => settler.move({ from, to }), [settler]);
  return [settled.key === key ? settled.range : start, move];
}
