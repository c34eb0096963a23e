import '../style/playlist.css';
import '../style/record.css';
import { type ReactNode, useMemo, useState } from 'react';
import { Fact, Facts, RecordFacts } from '../component/facts.js';
import { formatCount, formatDuration, formatNumber } from '../component/format.js';
import { Panel, Skeleton } from '../component/panel.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead, useLast } from '../data/use-view.js';
import type { PlaylistQuery } from '../generated/graphql.js';
import { focusItem, PlaylistItems } from './playlist-items.js';
import { PlaylistStrip } from './playlist-strip.js';
import { layOutStrip } from './strip.js';
import { type PlaylistPages, usePlaylist } from './use-playlist.js';

/** One playlist: how its time is divided, and its items in order, read as the visitor scrolls. */
export function Playlist({ id }: { readonly id: string }) {
  const canRead = useCanRead('playlists:read');
  const [pageCount, setPageCount] = useState(1);
  const now = usePlaylist(id, canRead ? pageCount : 0);
  const last = useLast(now.playlist ? now : undefined);
  // A refused scope changes the operation, which must not empty the page.
  const pages = now.playlist === undefined && now.errors.length === 0 ? (last ?? now) : now;
  const { playlist, errors } = pages;
  return (
    <RecordFrame
      collection="playlists"
      id={id}
      fields={['playlist']}
      name={playlist?.name}
      summary={playlist && summaryOf(playlist)}
      reading={pages}
      lacks={canRead ? undefined : 'playlists:read'}
    >
      {canRead && playlist === undefined && errors.length === 0 && <PlaylistSkeleton />}
      {playlist && (
        <div className="record record--playlist">
          <Content pages={pages} readTo={setPageCount} facts={<PlaylistFacts playlist={playlist} />} />
        </div>
      )}
    </RecordFrame>
  );
}

type ReadPlaylist = NonNullable<PlaylistQuery['playlist']>;

function summaryOf({ items, totalDurationSeconds }: ReadPlaylist): string {
  const duration = formatDuration(totalDurationSeconds);
  return items === null ? duration : `${formatCount(items.totalCount, 'item')}, ${duration}`;
}

interface ContentProps {
  readonly pages: PlaylistPages;
  /** Reads pages up to a number. */
  readonly readTo: (pageCount: number) => void;
  /** Before the items, of which there may be many. */
  readonly facts: ReactNode;
}

function Content({ pages, readTo, facts }: ContentProps) {
  const { playlist, totalCount, places, unread, isReading, pageCount, allPages } = pages;
  const strip = useMemo(() => layOutStrip(places, unread), [places, unread]);
  if (places.length === 0)
    return (
      <>
        {playlist?.items && totalCount === 0 && <Empty />}
        {facts}
      </>
    );
  return (
    <>
      <PlaylistStrip
        strip={strip}
        unread={unread}
        onOpen={focusItem}
        readAll={() => readTo(allPages)}
        isReading={isReading}
      />
      {facts}
      <PlaylistItems
        places={places}
        strip={strip}
        unread={unread}
        readMore={() => readTo(pageCount + 1)}
        canReadMore={pageCount < allPages && !isReading}
      />
    </>
  );
}

/** What the Partner API knows of a playlist. */
function PlaylistFacts({ playlist }: { readonly playlist: ReadPlaylist }) {
  const { id, description, items, totalDurationSeconds } = playlist;
  return (
    <Panel title="Details" className="playlist__facts">
      {description !== null && <p className="panel__lead">{description}</p>}
      <Facts>
        <Fact term="Items">{items === null ? null : formatNumber(items.totalCount)}</Fact>
        <Fact term="Duration">{formatDuration(totalDurationSeconds)}</Fact>
        <RecordFacts id={id} record={playlist} />
      </Facts>
    </Panel>
  );
}

const Empty = () => (
  <div className="panel playlist__empty">
    <p className="playlist__title">This playlist is empty.</p>
    <p className="muted">It plays nothing until items are added to it.</p>
  </div>
);

const PlaylistSkeleton = () => (
  <div className="record record--playlist">
    <Panel title="Time to scale">
      <Skeleton shape="block" height="95px" />
    </Panel>
    <Panel title="Items" className="playlist__items">
      <Skeleton shape="rows" height="560px" />
    </Panel>
    <Panel title="Details" className="playlist__facts">
      <Skeleton shape="rows" height="168px" />
    </Panel>
  </div>
);
