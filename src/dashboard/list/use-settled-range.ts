import { useCallback, useEffect, useMemo, useState } from 'react';
import { createSettler, type Range } from './settle.js';

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
