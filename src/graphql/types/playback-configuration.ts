import {
  getScreenConfiguration,
  playbackConfigurationSchema,
  playbackScreenSchema,
} from '../../partner/playback.js';
import type { Identified } from '../../partner/collection.js';
import { screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { loadsLink, readsRecord, readsRecords } from '../declared-read.js';
import { recordType } from '../record-type.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackItemRef } from './playback-item.js';
import { ScreenRef } from './screen.js';
import { ScreenStatusRef, ViewportRef } from './screen-state.js';

const PlaybackScreenRef = recordType(
  'PlaybackScreen',
  playbackScreenSchema,
  'The screen as its playback configuration describes it.',
  {
    id: 'The REST id of the screen, unchanged.',
    name: 'The name given in the CMS, for example `Entrance, left`.',
    status: [ScreenStatusRef, 'Whether the screen is online.'],
    orientation:
      'How the screen is mounted, for example `landscape`: a plain string here, as in the Partner API.',
    viewport: [ViewportRef, 'Its drawing area. Null if unknown.'],
  },
);

builder.objectField(PlaybackScreenRef, 'screen', (t) =>
  t.field({
    ...loadsLink(screens, ({ id }: Identified) => id),
    type: ScreenRef,
    nullable: true,
    description:
      'The full screen. Costs at most one REST request for each screen of the operation and needs screens:read.',
  }),
);

export const PlaybackConfigurationRef = recordType(
  'PlaybackConfiguration',
  playbackConfigurationSchema,
  'What a screen plays now, as the Partner API resolved it. Needs playback:read.',
  {
    resolvedAt: 'When the Partner API resolved it.',
    revision:
      'Opaque revision of the playback state. An equal revision means that nothing has changed.',
    screen: [PlaybackScreenRef, 'The screen that plays it.'],
    availability: [AvailabilityRef, 'When the screen is scheduled to be on.'],
    items: [PlaybackItemRef, 'The items that play, in order.'],
    overlays: [PlaybackItemRef, 'Items that are shown over the others.'],
  },
);

builder.queryFields((t) => ({
  playbackConfiguration: t.field({
    ...readsRecord(getScreenConfiguration, 'screenId'),
    type: PlaybackConfigurationRef,
    nullable: true,
    description:
      'What one screen plays now, also for a credential that cannot read screens. Costs one REST request and needs only ' +
      'playback:read. Null, with NOT_FOUND in `errors`, if there is no such screen.',
    args: {
      screenId: t.arg.id({
        required: true,
        description: 'REST id of the screen, 1 to 512 characters.',
      }),
    },
  }),
  playbackConfigurations: t.field({
    ...readsRecords(getScreenConfiguration, 'screenIds'),
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
  }),
}));
