import { formatAgo } from './ago.js';
import { useMinute } from './clock.js';
import { formatDateTime } from './format.js';

/** A moment as the time since then; its tooltip is the moment itself. */
export function AgoTime({ at }: { readonly at: string }) {
  const now = useMinute();
  return (
    <time className="ago" dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
