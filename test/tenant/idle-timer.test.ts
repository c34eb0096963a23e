import { expect, it, vi } from 'vitest';
import { startIdleTimer } from '../../src/tenant/idle-timer.js';

it('keeps no process alive, and may be a number as on the web', () => {
  const timer = startIdleTimer(() => undefined, 1000);
  expect(timer.hasRef()).toBe(false);
  clearTimeout(timer);
  const onWeb = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(7 as unknown as NodeJS.Timeout);
  expect(startIdleTimer(() => undefined, 1000)).toBe(7);
  onWeb.mockRestore();
});
