import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Writes slices of a body, each when the client has read those before; ends early where the client leaves. */
export async function sendSlices(slices: Iterable<string>, response: ServerResponse): Promise<void> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.once('close', leave);
  try {
    for (const slice of slices) {
      if (response.write(slice)) await nextTurn();
      else await once(response, 'drain', { signal: left.signal });
      if (left.signal.aborted) return;
    }
    response.end();
  } catch (error) {
    // Nobody reads what is left.
    if (!left.signal.aborted) throw error;
  } finally {
    response.off('close', leave);
  }
}
