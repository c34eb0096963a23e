import type { PlaybackItem, ZonesLayout, ZonesPanel, ZonesPresentation } from '../../partner/playback.js';
import { builder, contractEnum } from '../builder.js';
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

const ZonesPresentationRef = builder.objectRef<ZonesPresentation>('ZonesPresentation').implement({
  description: 'How the panels of a layout look. Ratios are fractions of the viewport’s height, 0 to 1.',
  fields: (t) => ({
    mediaFit: t.expose('mediaFit', { type: MediaFitRef, description: 'How media fills a panel.' }),
    backgroundColor: t.expose('backgroundColor', {
      type: 'HexColorCode',
      description: 'Colour behind the panels.',
    }),
    gapViewportHeightRatio: t.exposeFloat('gapViewportHeightRatio', {
      description: 'Gap between panels, 0 to 1, for example `0.02`.',
    }),
    paddingViewportHeightRatio: t.exposeFloat('paddingViewportHeightRatio', {
      description: 'Margin around all panels, 0 to 1.',
    }),
    cornerRadiusViewportHeightRatio: t.exposeFloat('cornerRadiusViewportHeightRatio', {
      description: 'Radius of the panels’ corners, 0 to 1.',
    }),
  }),
});

const ZonesPanelRef = builder.objectRef<ZonesPanel>('ZonesPanel');

const ZonesLayoutRef = builder.objectRef<ZonesLayout>('ZonesLayout').implement({
  description: 'Panels side by side, each with its own items.',
  fields: (t) => ({
    presentation: t.expose('presentation', {
      type: ZonesPresentationRef,
      description: 'How the panels look.',
    }),
    panels: t.expose('panels', { type: [ZonesPanelRef], description: 'The panels.' }),
  }),
});

export const PlaybackItemRef = builder.objectRef<PlaybackItem>('PlaybackItem');

PlaybackItemRef.implement({
  description: 'One slot of a playback configuration or panel.',
  fields: (t) => ({
    slotId: t.exposeID('slotId', { description: 'Id of the slot within its configuration.' }),
    type: t.expose('type', { type: PlaybackItemTypeRef, description: 'What the slot shows.' }),
    durationSeconds: t.exposeFloat('durationSeconds', {
      description: 'How long the slot plays, in seconds, for example `12.5`.',
    }),
    mediaId: t.exposeID('mediaId', {
      nullable: true,
      description: 'REST id of its media file. Null for an app.',
    }),
    media: t.field(linkedMedia),
  }),
});

builder.objectFields(PlaybackItemRef, (t) => ({
  url: t.expose('url', { type: 'OpaqueUrl', nullable: true, description: 'URL of the content.' }),
  mimeType: t.exposeString('mimeType', { nullable: true, description: 'Media type of the content.' }),
  width: t.exposeFloat('width', { nullable: true, description: 'Width in pixels, for example `1920`.' }),
  height: t.exposeFloat('height', { nullable: true, description: 'Height in pixels, for example `1080`.' }),
  appInstanceId: t.exposeID('appInstanceId', {
    nullable: true,
    description: 'Id of its app. Null for a media file.',
  }),
  slug: t.exposeString('slug', {
    nullable: true,
    description: 'Short name of the app, for example `weather`.',
  }),
  renderingMode: t.expose('renderingMode', {
    type: RenderingModeRef,
    nullable: true,
    description: 'How it is rendered. Null if the Partner API does not say.',
  }),
  layout: t.expose('layout', {
    type: ZonesLayoutRef,
    nullable: true,
    description: 'The panels of rendering mode ZONES. Their items may have layouts again.',
  }),
}));

ZonesPanelRef.implement({
  description:
    'One panel of a layout. Position and size are fractions of the screen’s width and height, 0 to 1.',
  fields: (t) => ({
    panelId: t.exposeID('id', {
      description:
        'The REST `id`. It is unique only within its layout, so a client cache must not use it as a key.',
    }),
    x: t.exposeFloat('x', { description: 'Left edge, 0 to 1; `0.5` begins in the middle.' }),
    y: t.exposeFloat('y', { description: 'Top edge, 0 to 1; `0` is the top.' }),
    width: t.exposeFloat('width', { description: 'Width, 0 to 1; `1` is the full width.' }),
    height: t.exposeFloat('height', { description: 'Height, 0 to 1; `1` is the full height.' }),
    items: t.expose('items', {
      type: [PlaybackItemRef],
      description: 'The items that the panel plays, in order.',
    }),
  }),
});
