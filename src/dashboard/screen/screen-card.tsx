import { StatusPill } from '../component/status-pill.js';
import { cityOf } from '../component/zone-time.js';
import type { ScreenRowFragment } from '../generated/graphql.js';
import type { CardDefinition } from '../list/definition.js';
import { ScheduleText } from './schedule-text.js';
import { useScreenPictures } from './screen-pictures.js';

/** A screen in the list of cards. */
export const screenCard: CardDefinition<ScreenRowFragment> = {
  height: 272,
  minWidth: 250,
  usePictures: useScreenPictures,
  facts: (screen) => (
    <>
      <p className="list-card__facts">
        <StatusPill status={screen.status} />
        <span className="muted">{cityOf(screen.availability.timezone)}</span>
      </p>
      <p className="list-card__facts muted">
        <ScheduleText screen={screen} />
      </p>
    </>
  ),
};
