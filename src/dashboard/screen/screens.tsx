import { useMinute } from '../component/clock.js';
import { useCanRead } from '../data/scope.js';
import type { ScreenRowFragment } from '../generated/graphql.js';
import type { ListDefinition } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { OpenScreen } from './open-screen.js';
import { NowContext } from './schedule-text.js';
import { screenCard } from './screen-card.js';
import { screenColumns } from './screen-columns.js';
import { useScreenFacets } from './screen-facets.js';
import { screenSpec } from './screen-filter.js';
import { useScreenRows } from './screen-list.js';

const screens: ListDefinition<ScreenRowFragment> = {
  collection: 'screens',
  title: 'Screens',
  noun: 'screen',
  scope: 'screens:read',
  spec: screenSpec,
  columns: screenColumns,
  card: screenCard,
  usualLayout: 'table',
  useRows: useScreenRows,
  useFacets: useScreenFacets,
  WithoutScope: OpenKnownScreen,
};

/** Made once: each minute moves the words of the schedules, and renders nothing else. */
const list = <ListView definition={screens} />;

/** All screens of the organization. */
export const Screens = () => <NowContext value={useMinute()}>{list}</NowContext>;

/** What a known screen plays may be read without the list. */
function OpenKnownScreen() {
  return useCanRead('playback:read') && <OpenScreen />;
}
