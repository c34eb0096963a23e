import '../style/playlist.css';
import '../style/record.css';
import { useMemo } from 'react';
import { formatCount, formatDuration, formatNumber } from '../component/format.js';
import { Fact, Panel, RecordFacts } from '../component/panel.js';
import { Skeleton } from '../component/skeleton.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead } from '../data/use-view.js';
import type { PlaylistQuery } from '../generated/graphql.js';
import { focusItem, PlaylistItems } from './playlist-items.js';
import { PlaylistStrip } from './playlist-strip.js';
import { layOutStrip } from './strip.js';
import { type PlaylistPages, usePlaylist } from './use-playlist.js';

/** One playlist: how its time is divided, and its items in order, read as the visitor scrolls. */
export function Playlist({ id }: { readonly id: string }) {
  const canRead = useCanRead('playlists:read');
  const pages = usePlaylist(id, canRead);
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
          <Content playlist={playlist} pages={pages} />
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

/** The items come last: there may be many. */
function Content({
  playlist,
  pages,
}: {
  readonly playlist: ReadPlaylist;
  readonly pages: PlaylistPages;
}) {
  const { totalCount, places, unread } = pages;
  const strip = useMemo(() => layOutStrip(places, unread), [places, unread]);
  const hasItems = places.length > 0;
  return (
    <>
      {hasItems && <PlaylistStrip strip={strip} pages={pages} onOpen={focusItem} />}
      {!hasItems && playlist.items && totalCount === 0 && <Empty />}
      <PlaylistFacts playlist={playlist} />
      {hasItems && <PlaylistItems strip={strip} pages={pages} />}
    </>
  );
}

/** What the Partner API knows of a playlist. */
function PlaylistFacts({ playlist }: { readonly playlist: ReadPlaylist }) {
  const { id, description, items, totalDurationSeconds } = playlist;
  return (
    <Panel title="Details" className="playlist__facts">
      {description !== null && <p className="panel__lead">{description}</p>}
      <dl className="facts">
        <Fact term="Items">{items === null ? null : formatNumber(items.totalCount)}</Fact>
        <Fact term="Duration">{formatDuration(totalDurationSeconds)}</Fact>
        <RecordFacts id={id} record={playlist} />
      </dl>
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
