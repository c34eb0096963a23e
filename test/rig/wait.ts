import { setTimeout as delay } from 'node:timers/promises';

/** Goes on where a test holds the clock of the process. */
const now = performance.now.bind(performance);

/** Waits until a condition holds; fails after half a minute, naming it. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const giveUp = now() + 30_000;
  while (!(await condition())) {
    if (now() > giveUp) throw new Error(`Not within half a minute: ${what}.`);
    await delay(2);
  }
}

/** The result of an action, and its duration in milliseconds. */
export async function timed<T>(
  action: () => Promise<T>,
): Promise<{ readonly result: T; readonly milliseconds: number }> {
  const start = performance.now();
  const result = await action();
  return { result, milliseconds: performance.now() - start };
}
