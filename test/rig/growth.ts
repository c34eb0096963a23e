/** Characters; each size is eight times the one before. */
const sizes = [1 << 11, 1 << 14, 1 << 17] as const;

/**
 * From the first size to the last: between 64, for time that is linear in the size, and 4,096, for
 * the square.
 */
const maxGrowth = 512;

/**
 * Milliseconds. A call that takes as long for the second size is linear only if it took an eighth
 * for the first.
 */
const slow = 50;
const maxSlowGrowth = 24;

/** Milliseconds after which a call is not repeated. */
const longest = 300;

/**
 * Whether the time of a call grows clearly faster than its input: at three attempts of three, as
 * the machine may be busy. Small inputs come first, so that a call whose time explodes is found
 * before it takes minutes.
 */
export const growsFasterThanLinear = (call: (size: number) => unknown): boolean =>
  [1, 2, 3].every(() => {
    const [small, middle, large] = sizes;
    const first = processorTime(() => call(small));
    const second = processorTime(() => call(middle));
    if (second > slow) return second > maxSlowGrowth * first;
    return processorTime(() => call(large)) > maxGrowth * first;
  });

/**
 * Milliseconds of processor time that the cheapest run takes, of which slow calls make few:
 * collecting garbage and compiling only add to it. Other processes of a busy machine add nothing.
 */
export function processorTime(run: () => unknown): number {
  let shortest = Infinity;
  let sum = 0;
  for (let round = 0; round < 8 && sum < longest; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    const time = (user + system) / 1000;
    shortest = Math.min(shortest, time);
    sum += time;
  }
  // What takes less says nothing about growth.
  return Math.max(shortest, 0.01);
}
