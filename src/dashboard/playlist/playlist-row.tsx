import { formatDuration, formatEnum, formatSize } from '../component/format.js';
import { Picture, type PictureKind, previewOf } from '../component/picture.js';
import { StatusPill } from '../component/status-pill.js';
import { wordsOf } from '../error/sentence.js';
import { recordHref } from '../route/path.js';
import type { Place, SlotKind } from './strip.js';

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
export function PlaylistRow({ id, place, startSeconds }: PlaylistRowProps) {
  const { slot, kind, name } = place;
  return (
    <li id={id} tabIndex={-1} className={`item item--${slot?.enabled === false ? 'disabled' : kind}`}>
      <span className="item__position">{slot?.position}</span>
      <div className="item__picture">
        <Picture source={slot?.media && previewOf(slot.media)} kind={pictures[kind]} name="" />
      </div>
      <div className="item__text">
        {slot?.media ? (
          <a className="item__name" href={recordHref('media', slot.media.id)} title={name}>
            {name}
          </a>
        ) : (
          <span className="item__name">{name}</span>
        )}
        <span className="item__note">
          {noteOf(place)}
          {slot?.enabled === false && <span className="tag">Disabled</span>}
          {slot?.media && slot.media.status !== 'READY' && <StatusPill status={slot.media.status} />}
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

function noteOf({ slot, kind, error }: Place): string {
  if (kind === 'gone') return `Nothing has the id ${slot?.mediaId ?? ''} any more`;
  if (error) return wordsOf(error).mark;
  if (slot?.media) return [formatEnum(slot.media.type), formatSize(slot.media)].filter(Boolean).join(' · ');
  return slot ? formatEnum(slot.type) : '';
}
