import {
  type PlaybackItem,
  playbackItemSchema,
  zonesLayoutSchema,
  type ZonesPanel,
  zonesPanelSchema,
  zonesPresentationSchema,
} from '../../partner/playback.js';
import { builder, contractEnum } from '../builder.js';
import { recordFields, recordType } from '../record-type.js';
import { linkedMedia } from './media.js';

const PlaybackItemTypeRef = contractEnum('PlaybackItemType', 'What a playback item shows.', {
  image: 'A still image.',
  video: 'A video.',
  app: 'An app.',
});

const RenderingModeRef = contractEnum('RenderingMode', 'How a playback item is rendered.', {
  standard: 'Alone on the full screen.',
  zones: 'As panels side by side; see `layout`.',
  overlay: 'Over other content.',
  takeover: 'Instead of all other content.',
});

const MediaFitRef = contractEnum('MediaFit', 'How media fills a panel.', {
  cover: 'Fills the panel; the overflow is cropped.',
  contain: 'Fits inside the panel; the rest stays empty.',
});

const ZonesPresentationRef = recordType(
  'ZonesPresentation',
  zonesPresentationSchema,
  'How the panels of a layout look. Ratios are fractions of the viewport’s height, 0 to 1.',
  {
    mediaFit: [MediaFitRef, 'How media fills a panel.'],
    backgroundColor: 'Colour behind the panels.',
    gapViewportHeightRatio: 'Gap between panels, 0 to 1, for example `0.02`.',
    paddingViewportHeightRatio: 'Margin around all panels, 0 to 1.',
    cornerRadiusViewportHeightRatio: 'Radius of the panels’ corners, 0 to 1.',
  },
);

const ZonesPanelRef = builder.objectRef<ZonesPanel>('ZonesPanel');

const ZonesLayoutRef = recordType(
  'ZonesLayout',
  zonesLayoutSchema,
  'Panels side by side, each with its own items.',
  {
    presentation: [ZonesPresentationRef, 'How the panels look.'],
    panels: [ZonesPanelRef, 'The panels.'],
  },
);

export const PlaybackItemRef = builder.objectRef<PlaybackItem>('PlaybackItem');

PlaybackItemRef.implement({
  description: 'One slot of a playback configuration or panel.',
  fields: (t) => ({
    ...recordFields(playbackItemSchema, {
      slotId: 'Id of the slot within its configuration.',
      type: [PlaybackItemTypeRef, 'What the slot shows.'],
      durationSeconds: 'How long the slot plays, in seconds, for example `12.5`.',
      mediaId: 'REST id of its media file. Null for an app.',
    })(t),
    media: t.field(linkedMedia),
    ...recordFields(playbackItemSchema, {
      url: 'URL of the content.',
      mimeType: 'Media type of the content.',
      width: 'Width in pixels, for example `1920`.',
      height: 'Height in pixels, for example `1080`.',
      appInstanceId: 'Id of its app. Null for a media file.',
      slug: 'Short name of the app, for example `weather`.',
      renderingMode: [
        RenderingModeRef,
        'How it is rendered. Null if the Partner API does not say.',
      ],
      layout: [
        ZonesLayoutRef,
        'The panels of rendering mode ZONES. Their items may have layouts again.',
      ],
    })(t),
  }),
});

ZonesPanelRef.implement({
  description:
    'One panel of a layout. Position and size are fractions of the screen’s width and height, 0 to 1.',
  fields: (t) => ({
    panelId: t.exposeID('id', {
      description:
        'The REST `id`. It is unique only within its layout, so a client cache must not use it as a key.',
    }),
    ...recordFields(zonesPanelSchema, {
      x: 'Left edge, 0 to 1; `0.5` begins in the middle.',
      y: 'Top edge, 0 to 1; `0` is the top.',
      width: 'Width, 0 to 1; `1` is the full width.',
      height: 'Height, 0 to 1; `1` is the full height.',
      items: [PlaybackItemRef, 'The items that the panel plays, in order.'],
    })(t),
  }),
});
