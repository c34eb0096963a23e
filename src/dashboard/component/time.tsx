import { useSyncExternalStore } from 'react';
import { formatAgo, formatDateTime } from './format.js';

/** One clock for all of the page: everything that counts changes together. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const notify of [...listeners]) notify();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, 1000);
  listeners.add(listener);
  // The clock may have stood still.
  if (Date.now() - now > 500) queueMicrotask(tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Milliseconds since 1970, anew each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

const minuteMs = 60_000;

/** Milliseconds since 1970 to the minute, for what changes no sooner. */
export const useMinute = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(now / minuteMs) * minuteMs);

/** A moment as the time since then; its tooltip is the moment itself. */
export function AgoTime({ at }: { readonly at: string }) {
  const now = useMinute();
  return (
    <time className="ago" dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  );
}

/** A moment in the visitor's time zone, and how long ago it was. */
export const Moment = ({ at }: { readonly at: string }) => (
  <>
    {formatDateTime(at)} <AgoTime at={at} />
  </>
);
