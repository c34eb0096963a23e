import { screenFinder, summarizeScreens } from '../../find/screen.js';
import { builder } from '../builder.js';
import { filterRule, nameMembers, timeMembers } from '../find/filter-input.js';
import { directionMember } from './order-direction.js';
import { ScreenOrientationRef, ScreenStatusRef } from './screen-state.js';

const ScreenFilterRef = builder.inputType('ScreenFilter', {
  description: `Selects screens. ${filterRule}`,
  fields: (t) => ({
    ...nameMembers(t),
    statusIn: t.field({
      type: [ScreenStatusRef],
      description: 'One of these statuses, for example `[OFFLINE, UNPAIRED]`.',
    }),
    orientationIn: t.field({
      type: [ScreenOrientationRef],
      description:
        'Mounted in one of these ways, for example `[PORTRAIT, PORTRAIT_FLIPPED]`. A screen without an orientation does not match.',
    }),
    timezoneIn: t.field({
      type: ['TimeZone'],
      description: 'With one of these time zones, as `availability.timezone` spells it: `Europe/Berlin`.',
    }),
    isOnNow: t.boolean({
      description:
        'Whether the schedule of the screen is on, as the Partner API reports it when the list is read.',
    }),
    ...timeMembers(t),
  }),
});

const ScreenOrderFieldRef = builder.enumType('ScreenOrderField', {
  description: 'What screens can be ordered by.',
  values: {
    NAME: { description: 'The name as people sort names: `Gleis 2` before `Gleis 10`.' },
    STATUS: {
      description: 'The status, in the order of ScreenStatus; UNRECOGNIZED comes last in both directions.',
    },
    CREATED_AT: { description: 'When the screen was created.' },
    UPDATED_AT: { description: 'When the screen was last changed.' },
    ITEM_COUNT: { description: 'The number of its items.' },
    TOTAL_DURATION: { description: 'The duration of all enabled content, `totalDurationSeconds`.' },
  } as const,
});

const ScreenOrderRef = builder.inputType('ScreenOrder', {
  description: 'The order of screens. Without one they come as the Partner API lists them.',
  fields: (t) => ({
    field: t.field({ type: ScreenOrderFieldRef, required: true, description: 'What to order by.' }),
    ...directionMember(t),
  }),
});

/** How screens are found and summarized. */
export const screenFinding = {
  finder: screenFinder,
  filter: ScreenFilterRef,
  orderBy: ScreenOrderRef,
  summarize: summarizeScreens,
};
