import { useCursors } from '../data/use-cursors.js';
import { readDeferred } from '../data/deferred.js';
import { useRead } from '../data/use-read.js';
import { graphql } from '../generated/index.js';
import { tellCount } from '../part/format.js';
import { LoadMore } from '../part/load-more.js';
import { ViewFrame } from '../part/view-frame.js';
import { ErrorsContext } from '../error/error-at.js';
import { Missing } from './card-state.js';
import { playlistBeginningFragment, PlaylistCard } from './playlist-card.js';

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
        ...PlaylistBeginning @defer
      }
    }
  }
`);

/** Divides 100, so the pages behind the cursors are REST pages of their own. */
const first = 10;

/** All playlists, loaded on from cursor to cursor. */
export function Playlists() {
  const [cursors, addCursor] = useCursors('playlists');
  const start = useRead(playlistsView, { first, after: null });
  const last = useRead(playlistsView, { first, after: cursors.at(-1) ?? null });
  const total = start.data?.playlists?.totalCount;
  const end = last.data?.playlists?.pageInfo;
  return (
    <ViewFrame
      title="Playlists"
      summary={total !== undefined && tellCount(total, 'playlist')}
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
          end={`All ${tellCount(total, 'playlist')}`}
        />
      )}
    </ViewFrame>
  );
}

/** One page of the list: the same operation again, from another cursor. */
function PlaylistsPage({ after }: { readonly after: string | null }) {
  const { data, errors, isLoading, isBusy } = useRead(playlistsView, { first, after });
  const path = ['playlists', 'nodes'] as const;
  if (isLoading)
    return Array.from({ length: first }, (_none, index) => (
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
              beginning={readDeferred(playlistsView, playlistBeginningFragment, playlist, isBusy)}
              path={[...path, index]}
            />
          )}
        </li>
      ))}
    </ErrorsContext>
  );
}
