import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatCount, formatDuration, formatNumber } from '../component/format.js';
import { Panel } from '../component/panel.js';
import { type Segment, type SlotKind, type Strip, timeByKind } from './strip.js';
import type { PlaylistPages } from './use-playlist.js';

interface PlaylistStripProps {
  readonly strip: Strip;
  readonly pages: PlaylistPages;
  /** Shows an item in the list. @param index from 0 */
  readonly onOpen: (index: number) => void;
}

const kinds: Readonly<Record<SlotKind, string>> = {
  image: 'Images',
  video: 'Videos',
  app: 'Apps',
  gone: 'Media files no longer there',
  unread: 'Not known',
  unknown: 'Of unknown type',
};

/** So many segments have a gap between them. */
const maxGaps = 120;

/** The time of a playlist to scale, an item a segment. The list of items says the same in words. */
export function PlaylistStrip({ strip, pages, onOpen }: PlaylistStripProps) {
  const { segments } = strip;
  return (
    <Panel
      title={formatDuration(strip.seconds)}
      note={
        <>
          <span className="strip-note muted">{noteOf(strip, pages.unread)}</span>
          {pages.unread > 0 && <ReadAll {...pages} />}
        </>
      }
      className="playlist__strip"
    >
      {segments.length > 0 && <Timeline strip={strip} onOpen={onOpen} />}
      <ul className="strip-legend">
        {[...timeByKind(strip)].map(([kind, time]) => (
          <li key={kind}>
            <span className={`strip-mark strip-mark--${kind}`} aria-hidden="true" />
            {kinds[kind]} <span className="muted">{formatDuration(time)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const ReadAll = ({ unread, readAll, isReading }: PlaylistPages) => (
  <button
    type="button"
    className="button button--small"
    aria-disabled={isReading}
    onClick={() => !isReading && readAll()}
  >
    {isReading ? 'Reading…' : `Read the other ${formatNumber(unread)}`}
  </button>
);

const noteOf = ({ segments, disabled }: Strip, unread: number): string =>
  [
    `in ${formatCount(segments.length, 'enabled item')}`,
    disabled > 0 && `${formatCount(disabled, 'disabled item')} left out`,
    unread > 0 && `${formatCount(unread, 'item')} not read yet`,
  ]
    .filter(Boolean)
    .join(', ');

/** One stop for the Tab key: the arrow keys go from item to item. */
function Timeline({ strip, onOpen }: Pick<PlaylistStripProps, 'strip' | 'onOpen'>) {
  const { segments } = strip;
  const { at, marked, setHovered, ...keys } = useMark(segments, onOpen);
  const shown = segments[marked ?? at];
  return (
    <>
      <div
        className={`timeline${segments.length > maxGaps ? ' timeline--dense' : ''}`}
        role="slider"
        tabIndex={0}
        aria-label="Items to scale"
        aria-valuemin={1}
        aria-valuemax={segments.length}
        aria-valuenow={at + 1}
        aria-valuetext={shown && describe(shown)}
        onPointerOver={(event) => setHovered(segmentAt(event))}
        onPointerLeave={() => setHovered(undefined)}
        onClick={(event) => {
          const clicked = segments[segmentAt(event) ?? -1];
          if (clicked) onOpen(clicked.place.index);
        }}
        {...keys}
      >
        <Parts strip={strip} marked={marked} />
      </div>
      <p className="timeline__text small one-line">
        {marked !== undefined && shown ? (
          describe(shown)
        ) : (
          <span className="muted">
            Each item is as wide as its time. Click one to see it in the list.
          </span>
        )}
      </p>
    </>
  );
}

/**
 * The segment that the arrow keys have chosen, and the one that is marked: it, or the one under the
 * pointer.
 */
function useMark(segments: readonly Segment[], onOpen: PlaylistStripProps['onOpen']) {
  const [chosen, setChosen] = useState(0);
  const [hovered, setHovered] = useState<number>();
  const [isFocused, setFocused] = useState(false);
  const last = segments.length - 1;
  const at = Math.min(chosen, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosenNow = segments[at];
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Enter' && chosenNow) onOpen(chosenNow.place.index);
    if (next === undefined) return;
    event.preventDefault();
    setHovered(undefined);
    setChosen(Math.max(0, Math.min(last, next)));
  };
  return {
    at,
    marked: hovered ?? (isFocused ? at : undefined),
    setHovered,
    onKeyDown,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

interface PartsProps {
  readonly strip: Strip;
  /** Index of the segment that the visitor looks at. */
  readonly marked: number | undefined;
}

const Parts = ({ strip: { segments, restShare }, marked }: PartsProps) => (
  <>
    {segments.map(({ place: { index, kind }, share }, at) => (
      <span
        key={index}
        data-at={at}
        className={`timeline__part strip-mark--${kind}${at === marked ? ' timeline__part--chosen' : ''}`}
        style={{ flexGrow: share }}
      />
    ))}
    {restShare > 0 && (
      <span className="timeline__part timeline__rest" style={{ flexGrow: restShare }} />
    )}
  </>
);

function segmentAt({ target }: Pick<PointerEvent, 'target'>): number | undefined {
  const at = target instanceof HTMLElement ? target.dataset['at'] : undefined;
  return at === undefined ? undefined : Number(at);
}

const describe = ({ place: { name, slot }, startSeconds, seconds }: Segment): string =>
  `${slot?.position ?? ''}. ${name}, ${formatDuration(seconds)}, from ${formatDuration(startSeconds)}`;
