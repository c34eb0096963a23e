/**
 * A timer that does not keep the process alive. Where timers are those of the web, `setTimeout` returns a number, and there is
 * nothing to keep alive; `clearTimeout` takes either.
 */
export function startIdleTimer(callback: () => void, milliseconds: number): NodeJS.Timeout {
  const timer = setTimeout(callback, milliseconds);
  if (typeof timer === 'object') timer.unref();
  return timer;
}
