import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { ScopeNote } from '../component/notice.js';
import { Panel } from '../component/panel.js';
import { Picture, type PictureKind, previewOf, StatusPill } from '../component/picture.js';
import { recordHref } from '../data/collection.js';
import { useCanRead } from '../data/use-view.js';
import { wordsOf } from '../error/read-error.js';
import type { Place, SlotKind, Strip } from './strip.js';
import type { PlaylistPages } from './use-playlist.js';

const idOf = (index: number): string => `item-${index}`;

/** Shows an item of the list, and moves the focus to it. */
export function focusItem(index: number): void {
  const row = document.getElementById(idOf(index));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

/** The items in order; more are read when the end comes near. */
export function PlaylistItems({
  strip,
  pages,
}: {
  readonly strip: Strip;
  readonly pages: PlaylistPages;
}) {
  const canReadMedia = useCanRead('media:read');
  const starts = useMemo(
    () => new Map(strip.segments.map(({ place, startSeconds }) => [place.index, startSeconds])),
    [strip],
  );
  return (
    <Panel title="Items" className="playlist__items">
      {!canReadMedia && (
        <ScopeNote what="Names and pictures of media files need" scope="media:read" />
      )}
      <ol className="item-list">
        {pages.places.map((place) => (
          <PlaylistRow
            key={place.index}
            id={idOf(place.index)}
            place={place}
            startSeconds={starts.get(place.index)}
          />
        ))}
      </ol>
      {pages.unread > 0 && <More {...pages} />}
    </Panel>
  );
}

function More({ unread, readMore, isAllAsked, isReading }: PlaylistPages) {
  const canReadMore = !isAllAsked && !isReading;
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

interface PlaylistRowProps {
  readonly id: string;
  readonly place: Place;
  /** When it plays, from the start of the playlist; undefined for disabled items. */
  readonly startSeconds: number | undefined;
}

const pictures: Readonly<Record<SlotKind, PictureKind>> = {
  image: 'image',
  video: 'video',
  app: 'app',
  gone: 'gone',
  unread: 'image',
  unknown: 'image',
};

/** An item of a playlist, with the position that the Partner API gives it. */
function PlaylistRow({ id, place, startSeconds }: PlaylistRowProps) {
  const { slot, kind } = place;
  const isDisabled = slot?.enabled === false;
  return (
    <li id={id} tabIndex={-1} className={`item item--${isDisabled ? 'disabled' : kind}`}>
      <span className="item__position">{slot?.position}</span>
      <div className="item__picture">
        <Picture source={slot?.media && previewOf(slot.media)} kind={pictures[kind]} name="" />
      </div>
      <div className="item__text">
        <PlaylistItemName place={place} />
        <span className="item__note one-line">
          {noteOf(place)}
          {isDisabled && <span className="tag">Disabled</span>}
          {slot?.media && slot.media.status !== 'READY' && (
            <StatusPill status={slot.media.status} />
          )}
        </span>
      </div>
      {slot && (
        <span className="item__time">
          {formatDuration(slot.durationSeconds)}
          {startSeconds !== undefined && (
            <span className="item__start">from {formatDuration(startSeconds)}</span>
          )}
        </span>
      )}
    </li>
  );
}

/** Its name, which leads to its file where that could be read. */
function PlaylistItemName({ place: { slot, name } }: { readonly place: Place }) {
  if (!slot?.media)
    return (
      <span className="item__name one-line" dir="auto">
        {name}
      </span>
    );
  return (
    <a
      className="item__name one-line"
      href={recordHref('media', slot.media.id)}
      dir="auto"
      title={name}
    >
      {name}
    </a>
  );
}

function noteOf({ slot, kind, error }: Place): string {
  if (kind === 'gone') return `Nothing has the id ${slot?.mediaId ?? ''} any more`;
  if (error) return wordsOf(error).mark;
  if (slot?.media)
    return [formatEnum(slot.media.type), formatSize(slot.media)].filter(Boolean).join(' · ');
  return slot ? formatEnum(slot.type) : '';
}
