import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { openMaxAge } from '../data/client.js';
import type { Entry } from '../data/entry.js';
import { useRuns } from '../data/use-view.js';
import { graphql } from '../generated/index.js';
import {
  checkCost,
  checkFailures,
  goneSlots,
  maxUnaskedPlaylists,
  playlistsPerCheck,
} from './slot-check.js';

/** The items of a page of playlists, with what the planner finds of their files in one batch. */
const slotCheckQuery = graphql(`
  query SlotCheck($first: Int!, $page: Int!) {
    playlists(first: $first, page: $page) {
      nodes {
        id
        name
        items(first: 1000) {
          nodes {
            slotId
            position
            mediaId
            media {
              id
            }
          }
        }
      }
    }
  }
`);

export type SlotCheck = ReturnType<typeof useSlotCheck>;

/**
 * Looks for slots whose file is gone, one operation after another. It runs by itself once for each
 * session, where there are few playlists; no poll repeats it.
 */
export function useSlotCheck(sizes: Parameters<typeof checkCost>[0]) {
  const { playlists } = sizes;
  const length = Math.ceil(playlists / playlistsPerCheck);
  const pages = Array.from({ length }, (_none, at) => ({ first: playlistsPerCheck, page: at + 1 }));
  const { entries, snapshots, errors } = useRuns(slotCheckQuery, pages);
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  const run = async (maxAgeSeconds: number): Promise<void> => {
    stopping.current?.abort();
    const { signal } = (stopping.current = new AbortController());
    setRunning(true);
    for (const entry of entries) await readEntry(entry, maxAgeSeconds, signal);
    if (!signal.aborted) setRunning(false);
  };
  const runUnasked = useEffectEvent(() => {
    const isNew = errors.length === 0 && snapshots.every(({ asOf }) => asOf === undefined);
    if (isNew && playlists > 0 && playlists <= maxUnaskedPlaylists) void run(openMaxAge);
  });
  useEffect(() => {
    runUnasked();
    return () => {
      stopping.current?.abort();
      setRunning(false);
    };
  }, [entries]);
  const times = snapshots.flatMap(({ asOf }) => asOf ?? []);
  return {
    ...sizes,
    /** About how many REST requests a check takes. */
    cost: checkCost(sizes),
    gone: snapshots.flatMap((snapshot) => goneSlots(snapshot.data, snapshot.errors)),
    failures: checkFailures(errors),
    /** Playlists that are checked, of those that there are. */
    checked: Math.min(playlists, times.length * playlistsPerCheck),
    isRunning,
    /** When the oldest part of the result was read; undefined before the first. */
    asOf: times.length === 0 ? undefined : Math.min(...times),
    run: () => void run(0),
  };
}

/**
 * Reads an entry that nothing keeps up to date, and waits for its answer.
 *
 * @param maxAgeSeconds responses of the Partner API up to this age will do; 0 for fresh ones
 * @param signal stops the operation; the promise then never resolves
 */
function readEntry(entry: Entry, maxAgeSeconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = entry.subscribe(() => {
      if (entry.get().isBusy) return;
      leave();
      resolve();
    });
    signal.addEventListener('abort', leave, { once: true });
    entry.read(maxAgeSeconds);
  });
}
