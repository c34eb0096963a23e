import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { openMaxAge, readEntry, useSnapshots, useStore } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import { graphql } from '../generated/index.js';
import {
  checkFailures,
  type GoneSlot,
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

export interface SlotCheck {
  readonly gone: readonly GoneSlot[];
  readonly failures: readonly ReadError[];
  /** Playlists that are checked, of those that there are. */
  readonly checked: number;
  readonly isRunning: boolean;
  /** When the oldest part of the result was read; undefined before the first. */
  readonly asOf: number | undefined;
  readonly run: () => void;
}

/**
 * Looks for slots whose file is gone, one operation after another. It runs by itself once for each session, where there are
 * few playlists; no poll repeats it.
 */
export function useSlotCheck(playlists: number): SlotCheck {
  const store = useStore();
  const entries = useMemo(
    () =>
      Array.from({ length: Math.ceil(playlists / playlistsPerCheck) }, (_none, at) =>
        store.entry(slotCheckQuery, { first: playlistsPerCheck, page: at + 1 }),
      ),
    [store, playlists],
  );
  const snapshots = useSnapshots(entries);
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
    const isNew = snapshots.every(({ asOf, errors }) => asOf === undefined && errors.length === 0);
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
    gone: snapshots.flatMap(({ data, errors }) => goneSlots(data, errors)),
    failures: snapshots.flatMap(({ errors }) => checkFailures(errors)),
    checked: Math.min(playlists, times.length * playlistsPerCheck),
    isRunning,
    asOf: times.length === 0 ? undefined : Math.min(...times),
    run: () => void run(0),
  };
}
