/**
 * A timer that keeps no process alive: what it bounds does. Only Node.js has timers that are
 * objects.
 */
export function setTimer(milliseconds: number, callback: () => void): NodeJS.Timeout {
  const timer = setTimeout(callback, milliseconds);
  // The types are those of Node.js; elsewhere it is a number.
  (timer as Partial<NodeJS.Timeout>).unref?.();
  return timer;
}
