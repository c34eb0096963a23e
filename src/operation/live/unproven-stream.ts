import type { LiveStream } from './live-stream.js';

/**
 * Streams whose credentials the Partner API had not accepted when they were opened, the oldest first, each with whether it
 * has accepted its credential by now.
 */
export type UnprovenStreams = Map<LiveStream, () => boolean>;

/**
 * Ends the oldest stream whose credential is still unproven, so that invented ones cannot hold all places: an outage would
 * keep them from being refused, and a selection that reads no data always does. The oldest, as a newcomer needs its place
 * for one response: then it is accepted and keeps the place, or is refused and leaves.
 *
 * @returns whether there was one
 */
export function endOldestUnproven(streams: UnprovenStreams): boolean {
  for (const [stream, isProven] of streams) {
    streams.delete(stream);
    if (isProven()) continue;
    stream.complete();
    return true;
  }
  return false;
}
