import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { formatCount } from '../component/format.js';
import { ScopeNote } from '../component/missing.js';
import { Panel } from '../component/panel.js';
import { useCanRead } from '../data/scope.js';
import { PlaylistRow } from './playlist-row.js';
import type { Place, Strip } from './strip.js';

interface PlaylistItemsProps {
  readonly places: readonly Place[];
  readonly strip: Strip;
  /** Items that are not read yet. */
  readonly unread: number;
  readonly readMore: () => void;
  readonly canReadMore: boolean;
}

const idOf = (index: number): string => `item-${index}`;

/** Shows an item of the list, and moves the focus to it. */
export function focusItem(index: number): void {
  const row = document.getElementById(idOf(index));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

/** The items in order; more are read when the end comes near. */
export function PlaylistItems({ places, strip, unread, readMore, canReadMore }: PlaylistItemsProps) {
  const canReadMedia = useCanRead('media:read');
  const starts = useMemo(
    () => new Map(strip.segments.map(({ place, startSeconds }) => [place.index, startSeconds])),
    [strip],
  );
  return (
    <Panel title="Items" className="playlist__items">
      {!canReadMedia && <ScopeNote what="Names and pictures of media files need" scope="media:read" />}
      <ol className="item-list">
        {places.map((place) => (
          <PlaylistRow
            key={place.index}
            id={idOf(place.index)}
            place={place}
            startSeconds={starts.get(place.index)}
          />
        ))}
      </ol>
      {unread > 0 && <More unread={unread} readMore={readMore} canReadMore={canReadMore} />}
    </Panel>
  );
}

function More({ unread, readMore, canReadMore }: Omit<PlaylistItemsProps, 'places' | 'strip'>) {
  const button = useRef<HTMLButtonElement>(null);
  const read = useEffectEvent(() => canReadMore && readMore());
  useEffect(() => {
    if (button.current === null || !canReadMore) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && read(), {
      rootMargin: '400px',
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [canReadMore]);
  return (
    <button
      type="button"
      ref={button}
      className="button item-list__more"
      aria-disabled={!canReadMore}
      onClick={read}
    >
      {canReadMore ? `Read ${formatCount(Math.min(100, unread), 'more item')}` : 'Reading…'}
    </button>
  );
}
