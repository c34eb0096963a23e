import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds; fails after some seconds, with what it was. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 8000;
  while (!(await condition())) {
    if (performance.now() > giveUp) throw new Error(`It never came: ${what}.`);
    await delay(2);
  }
}

/** Milliseconds that an action has taken, and its result. */
export async function timed<T>(
  action: () => Promise<T>,
): Promise<{ readonly result: T; readonly milliseconds: number }> {
  const start = performance.now();
  const result = await action();
  return { result, milliseconds: performance.now() - start };
}
