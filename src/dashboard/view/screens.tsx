import { readDeferred } from '../data/deferred.js';
import { useRead } from '../data/use-read.js';
import { graphql } from '../generated/index.js';
import { tellCount } from '../part/format.js';
import { Pager } from '../part/pager.js';
import { ViewFrame } from '../part/view-frame.js';
import { hrefOf } from '../route.js';
import { Missing, Skeletons } from './card-state.js';
import { OpenScreen } from './open-screen.js';
import { ScreenCard, screenPlayingFragment } from './screen-card.js';

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

/** Fills rows of two, three and four; a page is one REST page whatever its size. */
const first = 12;

/** All screens of the organization, on numbered pages. The cards stand before it is known what they play. */
export function Screens({ page }: { readonly page: number }) {
  const { data, errors, isLoading, isBusy, retry } = useRead(screensView, { first, page });
  const screens = data?.screens;
  const path = ['screens', 'nodes'] as const;
  return (
    <ViewFrame
      title="Screens"
      summary={screens && tellCount(screens.totalCount, 'screen')}
      errors={errors}
      retry={retry}
      isBusy={isBusy}
    >
      {isLoading && <Skeletons count={first} />}
      {screens?.nodes.length === 0 && <p className="empty">There is no screen on this page.</p>}
      {screens && (
        <ul className="grid">
          {screens.nodes.map((screen, index) => (
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
      )}
      {screens && (
        <Pager
          page={page}
          totalPages={Math.ceil(screens.totalCount / first)}
          hrefOf={(other) => hrefOf({ view: 'screens', page: other })}
        />
      )}
      {data?.screens === null && <OpenScreen />}
    </ViewFrame>
  );
}
