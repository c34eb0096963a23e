/** Characters; each size is eight times the one before. */
const sizes = [1 << 11, 1 << 14, 1 << 17];

/** Between 8, for time that is linear in the size, and 64, for the square. */
const maxGrowth = 24;

/** Milliseconds. What takes less says nothing about growth. */
const minTime = 1;

/**
 * Whether the time of a call grows clearly faster than its input: at three attempts of three, as the machine may be busy.
 * Small inputs come first, so that a call whose time explodes is found before it takes minutes.
 */
export const growsFasterThanLinear = (call: (size: number) => unknown): boolean =>
  [1, 2, 3].every(() => {
    const first = timeOf(() => call(sizes[0] ?? 0));
    let before = first;
    return sizes.slice(1).some((size) => {
      const time = timeOf(() => call(size));
      const grows = time > minTime && time > maxGrowth * before;
      before = time;
      return grows;
    });
  });

/** The shortest of several runs: whatever else the machine does only adds to it. */
function timeOf(run: () => unknown): number {
  let shortest = Infinity;
  for (let round = 0; round < 4; round += 1) {
    const startedAt = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - startedAt);
  }
  return shortest;
}
