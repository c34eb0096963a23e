import fc from 'fast-check';
import type { Direction } from '../../src/paging/place.js';
import { bounded } from '../fuzz/draw.js';

/**
 * A collection of 0 to 450 positions as a text of one letter each, which reads well in a
 * counterexample: `#` visible, `.` hidden, `?` unreadable. Stretches of one kind, and mixed ones.
 */
export const collection: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc.array(fc.oneof(stretch(1, 100), stretch(20, 40)), { maxLength: 8 }),
    },
    { weight: 1, arbitrary: fc.array(stretch(1, 6), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.nat(450).map((length) => ['.'.repeat(length)]) },
  )
  .map((stretches) => stretches.join('').slice(0, 450));

/** The same with an id for every item. */
export const readableCollection: fc.Arbitrary<string> = collection.map((text) =>
  text.replaceAll('?', '#'),
);

function stretch(min: number, max: number): fc.Arbitrary<string> {
  const length = { minLength: min, maxLength: max, size: 'max' } as const;
  const uniform = (letter: string): fc.Arbitrary<string> =>
    fc.integer({ min, max }).map((count) => letter.repeat(count));
  const mixed = (letters: string): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...letters), ...length });
  return fc.oneof(
    { weight: 3, arbitrary: uniform('#') },
    { weight: 2, arbitrary: uniform('.') },
    { weight: 3, arbitrary: mixed('#.') },
    { weight: 1, arbitrary: mixed('######...?') },
  );
}

export const direction: fc.Arbitrary<Direction> = fc.constantFrom('forward', 'backward');

/** Mostly what people ask for, sometimes more than one page or a single item. */
export const size: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 1, max: 250 }),
  fc.constantFrom(1, 10, 20, 25, 50, 100),
);

/** Sizes of windows, in turn. */
export const sizes: fc.Arbitrary<number[]> = fc.array(size, { minLength: 1, maxLength: 4 });

/** What is walked, which way, and in which sizes. */
export const walks = [readableCollection, direction, sizes] as const;

/** Holds something for any values, as many times as a thorough search has it. */
export const forAny = <Values extends [unknown, ...unknown[]]>(
  runs: number,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  holds: (...values: Values) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty<Values>(...arbitraries, holds), bounded(runs));
