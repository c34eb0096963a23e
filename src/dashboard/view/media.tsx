import { useViewQuery } from '../data/use-view-query.js';
import { graphql } from '../generated/index.js';
import { formatCount } from '../component/format.js';
import { Pager } from '../component/pager.js';
import { ViewFrame } from '../component/view-frame.js';
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

/** Fills rows of two, three, four and six cards; a numbered page is always one REST page. */
const pageSize = 24;

/** All media files of the organization, on numbered pages. */
export function Media({ page }: { readonly page: number }) {
  const { data, errors, isLoading, isBusy, retry } = useViewQuery(mediaView, { first: pageSize, page });
  const media = data?.media;
  return (
    <ViewFrame
      title="Media"
      summary={media && formatCount(media.totalCount, 'file')}
      errors={errors}
      retry={retry}
      isBusy={isBusy}
    >
      {isLoading && <Skeletons count={pageSize} />}
      {media?.nodes.length === 0 && <p className="empty">There is no file on this page.</p>}
      {media && (
        <ul className="grid grid--small">
          {media.nodes.map((file, index) => (
            <li key={file?.id ?? index}>
              {file === null ? (
                <Missing what="file" path={['media', 'nodes', index]} />
              ) : (
                <MediaCard media={file} />
              )}
            </li>
          ))}
        </ul>
      )}
      {media && (
        <Pager
          page={page}
          totalPages={Math.ceil(media.totalCount / pageSize)}
          hrefOf={(other) => hrefOf({ view: 'media', page: other })}
        />
      )}
    </ViewFrame>
  );
}
