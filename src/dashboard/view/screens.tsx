import { readDeferred } from '../data/deferred.js';
import { useViewQuery } from '../data/use-view-query.js';
import type { ScreensViewQuery } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';
import { formatCount } from '../component/format.js';
import { Pager } from '../component/pager.js';
import { ViewFrame } from '../component/view-frame.js';
import { hrefOf } from '../route.js';
import { Missing, Skeletons } from './card-state.js';
import { OpenScreen } from './open-screen.js';
import { ScreenCard } from './screen-card.js';
import { screenPlayingFragment } from './stage.js';

const screensView = graphql(`
  query ScreensView($first: Int!, $page: Int!) {
    screens(first: $first, page: $page) {
      totalCount
      nodes {
        id
        ...ScreenCard
        ...ScreenPlaying @defer
      }
    }
  }
`);

/** Fills rows of two, three and four cards; a numbered page is always one REST page. */
const pageSize = 12;

/** All screens of the organization, on numbered pages. The cards appear before their pictures. */
export function Screens({ page }: { readonly page: number }) {
  const { data, errors, isLoading, isBusy, retry } = useViewQuery(screensView, { first: pageSize, page });
  const screens = data?.screens;
  return (
    <ViewFrame
      title="Screens"
      summary={screens && formatCount(screens.totalCount, 'screen')}
      errors={errors}
      retry={retry}
      isBusy={isBusy}
    >
      {isLoading && <Skeletons count={pageSize} />}
      {screens?.nodes.length === 0 && <p className="empty">There is no screen on this page.</p>}
      {screens && <Grid screens={screens.nodes} isBusy={isBusy} />}
      {screens && (
        <Pager
          page={page}
          totalPages={Math.ceil(screens.totalCount / pageSize)}
          hrefOf={(other) => hrefOf({ view: 'screens', page: other })}
        />
      )}
      {data?.screens === null && <OpenScreen />}
    </ViewFrame>
  );
}

interface GridProps {
  readonly screens: NonNullable<ScreensViewQuery['screens']>['nodes'];
  /** Whether deferred fields may still arrive. */
  readonly isBusy: boolean;
}

function Grid({ screens, isBusy }: GridProps) {
  const path = ['screens', 'nodes'] as const;
  return (
    <ul className="grid">
      {screens.map((screen, index) => (
        <li key={screen?.id ?? index}>
          {screen === null ? (
            <Missing what="screen" path={[...path, index]} />
          ) : (
            <ScreenCard
              screen={screen}
              playing={readDeferred(screensView, screenPlayingFragment, screen, isBusy)}
              path={[...path, index]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
