import { getScreenConfiguration } from '../../partner/playback.js';
import { screenSchema } from '../../partner/screen.js';
import { screenFinder } from '../../find/screen.js';
import { builder } from '../builder.js';
import { nodeType } from '../node.js';
import { Findable } from '../find/findable.js';
import { linkedId, prefetchedCost } from '../read-field.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackConfigurationRef } from './playback-configuration.js';
import { ScreenOrientationRef, ScreenStatusRef, ViewportRef } from './screen-state.js';

export const ScreenRef = nodeType(
  'Screen',
  screenSchema,
  'A display that plays content. Needs screens:read.',
  {
    id: 'The REST id of the screen, unchanged.',
    name: 'The name given in the CMS, for example `Entrance, left`.',
    description: 'Free text, or null.',
    status: [ScreenStatusRef, 'Whether the screen is online.'],
    orientation: [ScreenOrientationRef, 'How the screen is mounted. Null if unknown.'],
    viewport: [ViewportRef, 'Its drawing area. Null if unknown.'],
    availability: [AvailabilityRef, 'When the screen is scheduled to be on.'],
    itemCount: 'Number of items on the screen.',
    totalDurationSeconds: 'Duration of all enabled content, in seconds, for example `84`.',
    createdAt: 'When the screen was created.',
    updatedAt: 'When the screen was last changed.',
  },
);

builder.objectFields(ScreenRef, (t) => ({
  playbackConfiguration: t.field({
    ...prefetchedCost({ kind: 'record', endpoint: getScreenConfiguration }, ({ partner }, screenId) =>
      partner.readAhead(getScreenConfiguration, { screenId }),
    ),
    type: PlaybackConfigurationRef,
    nullable: true,
    description: 'What the screen plays now. Costs one REST request for each screen and needs playback:read.',
    resolve: ({ id }, _args, { partner }) =>
      partner.get(getScreenConfiguration, { screenId: linkedId(getScreenConfiguration, id) }),
  }),
}));

export const findableScreens = new Findable(screenFinder, ScreenRef);

builder.queryFields((t) => ({
  screen: t.field(findableScreens.recordField()),
  screens: t.field(findableScreens.field('Query')),
  screenSummary: t.field(findableScreens.summaryField('Query')),
}));
