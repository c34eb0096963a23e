import {
  type PlaybackConfiguration,
  type PlaybackScreen,
  getScreenConfiguration,
} from '../../partner/playback.js';
import { screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { asFieldValue, valueOrError } from '../field-value.js';
import { linkedId } from '../link.js';
import { fieldCost } from '../cost/field-cost.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackItemRef } from './playback-item.js';
import { ScreenRef } from './screen.js';
import { ScreenStatusRef, ViewportRef } from './screen-state.js';

const PlaybackScreenRef = builder.objectRef<PlaybackScreen>('PlaybackScreen').implement({
  description: 'What a playback configuration tells of its screen.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The REST id of the screen, byte for byte.' }),
    name: t.exposeString('name', { description: 'The name given in the CMS.' }),
    status: t.expose('status', { type: ScreenStatusRef, description: 'Whether the screen reports in.' }),
    orientation: t.exposeString('orientation', {
      nullable: true,
      description: 'How the screen is mounted: a plain string here, as in the Partner API.',
    }),
    viewport: t.expose('viewport', {
      type: ViewportRef,
      nullable: true,
      description: 'Its drawing area; null when not known.',
    }),
    screen: t.field({
      ...fieldCost({ kind: 'load', collection: screens }),
      type: ScreenRef,
      nullable: true,
      description:
        'The whole screen. At most one REST request for each screen of the operation; needs screens:read.',
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
        description: 'The moment at which it was resolved.',
      }),
      revision: t.exposeString('revision', {
        description: 'Opaque revision of the playback state: equal means unchanged.',
      }),
      screen: t.expose('screen', { type: PlaybackScreenRef, description: 'The screen that plays it.' }),
      availability: t.expose('availability', {
        type: AvailabilityRef,
        description: 'When the screen is meant to be on.',
      }),
      items: t.expose('items', { type: [PlaybackItemRef], description: 'What is played, in order.' }),
      overlays: t.expose('overlays', { type: [PlaybackItemRef], description: 'What is shown over it.' }),
    }),
  });

builder.queryFields((t) => ({
  playbackConfiguration: t.field({
    ...fieldCost({ kind: 'record', operation: getScreenConfiguration, argument: 'screenId' }),
    type: PlaybackConfigurationRef,
    nullable: true,
    description:
      'What one screen plays now, for a credential that need not see the screen itself. One REST request; needs ' +
      'playback:read alone. Null, with NOT_FOUND, where there is no such screen.',
    args: {
      screenId: t.arg.id({ required: true, description: 'REST id of the screen, 1 to 512 characters.' }),
    },
    resolve: (_root, { screenId }, { partner }) => partner.get(getScreenConfiguration, { screenId }),
  }),
  playbackConfigurations: t.field({
    ...fieldCost({ kind: 'records', operation: getScreenConfiguration, argument: 'screenIds' }),
    type: [PlaybackConfigurationRef],
    nullable: { list: false, items: true },
    description:
      'What several screens play now, in the order of the ids. One REST request for each distinct id; needs playback:read alone.',
    args: {
      screenIds: t.arg.idList({
        required: true,
        description: 'REST ids of the screens, each 1 to 512 characters.',
      }),
    },
    resolve: (_root, { screenIds }, { partner }) =>
      screenIds.map((screenId) =>
        asFieldValue(valueOrError(() => partner.get(getScreenConfiguration, { screenId }))),
      ),
  }),
}));
