import { useCursors } from '../data/use-cursors.js';
import { useViewQuery } from '../data/use-view-query.js';
import { ErrorsContext } from '../error/error-at.js';
import type { PlaylistViewQuery } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';
import { formatCount, formatDuration, formatDateTime } from '../component/format.js';
import { LoadMore } from '../component/load-more.js';
import { ViewFrame } from '../component/view-frame.js';
import { hrefOf } from '../route.js';
import { Missing } from './card-state.js';
import { PlaylistRow } from './playlist-row.js';

const playlistView = graphql(`
  query PlaylistView($id: ID!, $first: Int!, $after: String) {
    playlist(id: $id) {
      name
      description
      totalDurationSeconds
      updatedAt
      items(first: $first, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          slotId
          ...PlaylistRow
        }
      }
    }
  }
`);

/** Divides 100, so each page is exactly one REST page. */
const pageSize = 50;

/** One playlist with its items in order, loaded page by page. */
export function Playlist({ id }: { readonly id: string }) {
  const [cursors, addCursor] = useCursors(`playlist ${id}`);
  const { data } = useViewQuery(playlistView, { id, first: pageSize, after: null });
  const last = useViewQuery(playlistView, { id, first: pageSize, after: cursors.at(-1) ?? null });
  const playlist = data?.playlist;
  const total = playlist?.items?.totalCount;
  const end = last.data?.playlist?.items?.pageInfo;
  return (
    <ViewFrame
      title={playlist?.name ?? 'Playlist'}
      summary={playlist?.items ? <Summary playlist={playlist} /> : <code>{id}</code>}
      back={{ href: hrefOf({ view: 'playlists' }), label: 'Playlists' }}
      errors={last.errors}
      retry={last.retry}
      isBusy={last.isBusy}
    >
      <section className="panel" aria-label="Items in order">
        {total === 0 && <p className="empty">This playlist has no items.</p>}
        <ol className="rows">
          {cursors.map((after) => (
            <ItemsPage key={after} id={id} after={after} />
          ))}
        </ol>
        {total !== undefined && total > 0 && (
          <LoadMore
            isLoading={last.isBusy}
            hasMore={end?.hasNextPage ?? false}
            loadMore={() => end?.endCursor != null && addCursor(end.endCursor)}
            end={`All ${formatCount(total, 'item')}`}
          />
        )}
      </section>
    </ViewFrame>
  );
}

function Summary({ playlist }: { readonly playlist: NonNullable<PlaylistViewQuery['playlist']> }) {
  const { description, items, totalDurationSeconds, updatedAt } = playlist;
  return (
    <>
      {description !== null && <span>{description}</span>}
      <span>
        {formatCount(items?.totalCount ?? 0, 'item')} · {formatDuration(totalDurationSeconds)} · updated{' '}
        {formatDateTime(updatedAt)}
      </span>
    </>
  );
}

/** One page of the items: the same operation with another cursor. */
function ItemsPage({ id, after }: { readonly id: string; readonly after: string | null }) {
  const { data, errors, isLoading } = useViewQuery(playlistView, { id, first: pageSize, after });
  const path = ['playlist', 'items', 'nodes'] as const;
  if (isLoading)
    return Array.from({ length: 8 }, (_none, index) => (
      <li key={index} className="row row--waiting shimmer" aria-hidden="true" />
    ));
  return (
    <ErrorsContext value={errors}>
      {data?.playlist?.items?.nodes.map((item, index) =>
        item === null ? (
          <li key={index} className="row">
            <Missing what="item" path={[...path, index]} />
          </li>
        ) : (
          <PlaylistRow key={item.slotId} item={item} path={[...path, index]} />
        ),
      )}
    </ErrorsContext>
  );
}
