import { useRead } from '../data/use-read.js';
import { graphql } from '../generated/index.js';
import { tellCount } from '../part/format.js';
import { Pager } from '../part/pager.js';
import { ViewFrame } from '../part/view-frame.js';
import { hrefOf } from '../route.js';
import { Missing, Skeletons } from './card-state.js';
import { MediaCard } from './media-card.js';

const mediaView = graphql(`
  query MediaView($first: Int!, $page: Int!) {
    media(first: $first, page: $page) {
      totalCount
      nodes {
        id
        ...MediaCard
      }
    }
  }
`);

/** Fills rows of two, three, four and six; a page is one REST page whatever its size. */
const first = 24;

/** All media files of the organization, on numbered pages. */
export function Media({ page }: { readonly page: number }) {
  const { data, errors, isLoading, isBusy, retry } = useRead(mediaView, { first, page });
  const media = data?.media;
  return (
    <ViewFrame
      title="Media"
      summary={media && tellCount(media.totalCount, 'file')}
      errors={errors}
      retry={retry}
      isBusy={isBusy}
    >
      {isLoading && <Skeletons count={first} />}
      {media?.nodes.length === 0 && <p className="empty">There is no file on this page.</p>}
      {media && (
        <ul className="grid grid--small">
          {media.nodes.map((one, index) => (
            <li key={one?.id ?? index}>
              {one === null ? (
                <Missing what="file" path={['media', 'nodes', index]} />
              ) : (
                <MediaCard media={one} />
              )}
            </li>
          ))}
        </ul>
      )}
      {media && (
        <Pager
          page={page}
          totalPages={Math.ceil(media.totalCount / first)}
          hrefOf={(other) => hrefOf({ view: 'media', page: other })}
        />
      )}
    </ViewFrame>
  );
}
