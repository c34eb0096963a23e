import {
  type PlaybackConfiguration,
  type PlaybackScreen,
  getScreenConfiguration,
} from '../../partner/playback.js';
import { screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { valuesOf } from '../field-value.js';
import { fieldCost } from '../cost/field-cost.js';
import { linkedId } from '../record-field.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackItemRef } from './playback-item.js';
import { ScreenRef } from './screen.js';
import { ScreenStatusRef, ViewportRef } from './screen-state.js';

const PlaybackScreenRef = builder.objectRef<PlaybackScreen>('PlaybackScreen').implement({
  description: 'The screen as its playback configuration describes it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The REST id of the screen, unchanged.' }),
    name: t.exposeString('name', { description: 'The name given in the CMS, for example `Entrance, left`.' }),
    status: t.expose('status', { type: ScreenStatusRef, description: 'Whether the screen is online.' }),
    orientation: t.exposeString('orientation', {
      nullable: true,
      description:
        'How the screen is mounted, for example `landscape`: a plain string here, as in the Partner API.',
    }),
    viewport: t.expose('viewport', {
      type: ViewportRef,
      nullable: true,
      description: 'Its drawing area. Null if unknown.',
    }),
    screen: t.field({
      ...fieldCost({ kind: 'load', collection: screens }),
      type: ScreenRef,
      nullable: true,
      description:
        'The full screen. Costs at most one REST request for each screen of the operation and needs screens:read.',
      resolve: ({ id }, _args, { partner }) => partner.load(screens, linkedId(screens.get, id)),
    }),
  }),
});

export const PlaybackConfigurationRef = builder
  .objectRef<PlaybackConfiguration>('PlaybackConfiguration')
  .implement({
    description: 'What a screen plays now, as the Partner API resolved it. Needs playback:read.',
    fields: (t) => ({
      resolvedAt: t.expose('resolvedAt', {
        type: 'DateTime',
        description: 'When the Partner API resolved it.',
      }),
      revision: t.exposeString('revision', {
        description:
          'Opaque revision of the playback state. An equal revision means that nothing has changed.',
      }),
      screen: t.expose('screen', { type: PlaybackScreenRef, description: 'The screen that plays it.' }),
      availability: t.expose('availability', {
        type: AvailabilityRef,
        description: 'When the screen is scheduled to be on.',
      }),
      items: t.expose('items', { type: [PlaybackItemRef], description: 'The items that play, in order.' }),
      overlays: t.expose('overlays', {
        type: [PlaybackItemRef],
        description: 'Items that are shown over the others.',
      }),
    }),
  });

builder.queryFields((t) => ({
  playbackConfiguration: t.field({
    ...fieldCost({ kind: 'record', endpoint: getScreenConfiguration, argument: 'screenId' }),
    type: PlaybackConfigurationRef,
    nullable: true,
    description:
      'What one screen plays now, also for a credential that cannot read screens. Costs one REST request and needs only ' +
      'playback:read. Null, with NOT_FOUND in `errors`, if there is no such screen.',
    args: {
      screenId: t.arg.id({ required: true, description: 'REST id of the screen, 1 to 512 characters.' }),
    },
    resolve: (_root, { screenId }, { partner }) => partner.get(getScreenConfiguration, { screenId }),
  }),
  playbackConfigurations: t.field({
    ...fieldCost({ kind: 'records', endpoint: getScreenConfiguration, argument: 'screenIds' }),
    type: [PlaybackConfigurationRef],
    nullable: { list: false, items: true },
    description:
      'What several screens play now, in the order of the ids. Costs one REST request for each distinct id and needs only playback:read.',
    args: {
      screenIds: t.arg.idList({
        required: true,
        description: 'REST ids of the screens, each 1 to 512 characters.',
      }),
    },
    resolve: (_root, { screenIds }, { partner }) =>
      valuesOf(screenIds, (screenId) => partner.get(getScreenConfiguration, { screenId })),
  }),
}));
