import { getScreenConfiguration } from '../../partner/playback.js';
import { type Screen, screens } from '../../partner/screen.js';
import { screenFinder } from '../../find/screen.js';
import { builder } from '../builder.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { nodeIdOf, NodeRef } from '../node.js';
import { findableField, summaryField } from '../find/find-field.js';
import { findable } from '../find/find-type.js';
import { linkedId, recordField } from '../record-field.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackConfigurationRef } from './playback-configuration.js';
import { ScreenOrientationRef, ScreenStatusRef, ViewportRef } from './screen-state.js';

export const ScreenRef = builder.objectRef<Screen>('Screen');

ScreenRef.implement({
  description: 'A display that plays content. Needs screens:read.',
  interfaces: [NodeRef],
  fields: (t) => ({
    nodeId: t.id(nodeIdOf('Screen')),
    id: t.exposeID('id', { description: 'The REST id of the screen, unchanged.' }),
    name: t.exposeString('name', { description: 'The name given in the CMS, for example `Entrance, left`.' }),
    description: t.exposeString('description', { nullable: true, description: 'Free text, or null.' }),
    status: t.expose('status', { type: ScreenStatusRef, description: 'Whether the screen is online.' }),
    orientation: t.expose('orientation', {
      type: ScreenOrientationRef,
      nullable: true,
      description: 'How the screen is mounted. Null if unknown.',
    }),
    viewport: t.expose('viewport', {
      type: ViewportRef,
      nullable: true,
      description: 'Its drawing area. Null if unknown.',
    }),
    availability: t.expose('availability', {
      type: AvailabilityRef,
      description: 'When the screen is scheduled to be on.',
    }),
    itemCount: t.exposeInt('itemCount', { description: 'Number of items on the screen.' }),
    totalDurationSeconds: t.exposeFloat('totalDurationSeconds', {
      description: 'Duration of all enabled content, in seconds, for example `84`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the screen was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the screen was last changed.' }),
  }),
});

builder.objectField(ScreenRef, 'playbackConfiguration', (t) =>
  t.field({
    ...prefetchedCost({ kind: 'record', endpoint: getScreenConfiguration }, ({ partner }, screenId) =>
      partner.readAhead(getScreenConfiguration, { screenId }),
    ),
    type: PlaybackConfigurationRef,
    nullable: true,
    description: 'What the screen plays now. Costs one REST request for each screen and needs playback:read.',
    resolve: ({ id }, _args, { partner }) =>
      partner.get(getScreenConfiguration, { screenId: linkedId(getScreenConfiguration, id) }),
  }),
);

export const findableScreens = findable(screenFinder, ScreenRef);

builder.queryFields((t) => ({
  screen: t.field(recordField(screens, ScreenRef, 'screen')),
  screens: t.field(findableField(findableScreens, 'Query')),
  screenSummary: t.field(summaryField(findableScreens, 'Query')),
}));
