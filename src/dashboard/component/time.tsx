import { useSyncExternalStore } from 'react';
import { Published } from '../data/published.js';
import { formatAgo, formatDateTime } from './format.js';

/** One clock for all of the page: everything that counts changes together. */
const clock = new Published(Date.now());
const tick = (): void => clock.set(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (!clock.hasListeners) timer = setInterval(tick, 1000);
  const leave = clock.subscribe(listener);
  // The clock may have stood still.
  if (Date.now() - clock.get() > 500) queueMicrotask(tick);
  return () => {
    leave();
    if (!clock.hasListeners) clearInterval(timer);
  };
}

/** Milliseconds since 1970, anew each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);

const minuteMs = 60_000;

/** Milliseconds since 1970 to the minute, for what changes no sooner. */
export const useMinute = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(clock.get() / minuteMs) * minuteMs);

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
