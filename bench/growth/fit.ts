export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The points with the larger x, the one in the middle included: there, fixed costs weigh little.
 */
export const upperHalf = (points: readonly Point[]): readonly Point[] =>
  points.toSorted((one, other) => one.x - other.x).slice(Math.floor(points.length / 2));

/**
 * How fast y grows with x: the exponent e of the best y = c · x^e, by least squares of the
 * logarithms. 1.0 is growth in proportion.
 *
 * @returns undefined for fewer than two places with both above 0
 */
export function exponentOf(points: readonly Point[]): number | undefined {
  const logarithms = points
    .filter(({ x, y }) => x > 0 && y > 0)
    .map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const middle = { x: mean(logarithms.map(({ x }) => x)), y: mean(logarithms.map(({ y }) => y)) };
  const spread = sum(logarithms.map(({ x }) => (x - middle.x) ** 2));
  if (spread === 0) return undefined;
  return sum(logarithms.map(({ x, y }) => (x - middle.x) * (y - middle.y))) / spread;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
