import { expect, it, vi } from 'vitest';
import { setTimer } from '../../src/base/timer.js';

it('keeps no process alive, and may be a number as on the web', () => {
  const timer = setTimer(1000, () => undefined);
  expect(timer.hasRef()).toBe(false);
  clearTimeout(timer);
  // The types are those of Node.js: on the web the function returns a number.
  const onWeb = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(7 as unknown as NodeJS.Timeout);
  expect(setTimer(1000, () => undefined)).toBe(7);
  onWeb.mockRestore();
});
