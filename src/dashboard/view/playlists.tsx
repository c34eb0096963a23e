import { useCursors } from '../data/use-cursors.js';
import { readDeferred } from '../data/deferred.js';
import { useViewQuery } from '../data/use-view-query.js';
import { graphql } from '../generated/index.js';
import { formatCount } from '../component/format.js';
import { LoadMore } from '../component/load-more.js';
import { ViewFrame } from '../component/view-frame.js';
import { ErrorsContext } from '../error/error-at.js';
import { Missing } from './card-state.js';
import { playlistPreviewFragment, PlaylistCard } from './playlist-card.js';

const playlistsView = graphql(`
  query PlaylistsView($first: Int!, $after: String) {
    playlists(first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        ...PlaylistCard
        ...PlaylistPreview @defer
      }
    }
  }
`);

/** Divides 100, so each page is exactly one REST page. */
const pageSize = 10;

/** All playlists, loaded page by page. */
export function Playlists() {
  const [cursors, addCursor] = useCursors('playlists');
  const start = useViewQuery(playlistsView, { first: pageSize, after: null });
  const last = useViewQuery(playlistsView, { first: pageSize, after: cursors.at(-1) ?? null });
  const total = start.data?.playlists?.totalCount;
  const end = last.data?.playlists?.pageInfo;
  return (
    <ViewFrame
      title="Playlists"
      summary={total !== undefined && formatCount(total, 'playlist')}
      errors={last.errors}
      retry={last.retry}
      isBusy={last.isBusy}
    >
      <ol className="stack">
        {cursors.map((after) => (
          <PlaylistsPage key={after} after={after} />
        ))}
      </ol>
      {total !== undefined && (
        <LoadMore
          isLoading={last.isBusy}
          hasMore={end?.hasNextPage ?? false}
          loadMore={() => end?.endCursor != null && addCursor(end.endCursor)}
          end={`All ${formatCount(total, 'playlist')}`}
        />
      )}
    </ViewFrame>
  );
}

/** One page of the list: the same operation with another cursor. */
function PlaylistsPage({ after }: { readonly after: string | null }) {
  const { data, errors, isLoading, isBusy } = useViewQuery(playlistsView, { first: pageSize, after });
  const path = ['playlists', 'nodes'] as const;
  if (isLoading)
    return Array.from({ length: pageSize }, (_none, index) => (
      <li key={index} className="card playlist-card shimmer" aria-hidden="true" />
    ));
  return (
    <ErrorsContext value={errors}>
      {data?.playlists?.nodes.map((playlist, index) => (
        <li key={playlist?.id ?? index}>
          {playlist === null ? (
            <Missing what="playlist" path={[...path, index]} />
          ) : (
            <PlaylistCard
              playlist={playlist}
              preview={readDeferred(playlistsView, playlistPreviewFragment, playlist, isBusy)}
              path={[...path, index]}
            />
          )}
        </li>
      ))}
    </ErrorsContext>
  );
}
