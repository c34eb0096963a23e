import { media } from '../../partner/media.js';
import type { PlaybackItem, ZonesLayout, ZonesPanel, ZonesPresentation } from '../../partner/playback.js';
import { builder } from '../builder.js';
import { fieldCost } from '../cost/field-cost.js';
import { contractEnum } from '../enum.js';
import { loadLinkedMedia, MediaRef } from './media.js';

const PlaybackItemTypeRef = contractEnum('PlaybackItemType', 'What a playback item shows.', {
  image: 'A still image.',
  video: 'A video.',
  app: 'An app.',
});

const RenderingModeRef = contractEnum('RenderingMode', 'How a playback item is put on the screen.', {
  standard: 'Alone, on the whole screen.',
  zones: 'As panels side by side: see `layout`.',
  overlay: 'Over other content.',
  takeover: 'In place of all other content.',
});

const MediaFitRef = contractEnum('MediaFit', 'How media fills a panel.', {
  cover: 'Fills the panel; what stands over is cut.',
  contain: 'Shown whole; the rest of the panel stays empty.',
});

const ZonesPresentationRef = builder.objectRef<ZonesPresentation>('ZonesPresentation').implement({
  description: 'How the panels of a layout look. Ratios are shares of the viewport’s height, 0 to 1.',
  fields: (t) => ({
    mediaFit: t.expose('mediaFit', { type: MediaFitRef, description: 'How media fills a panel.' }),
    backgroundColor: t.expose('backgroundColor', {
      type: 'HexColorCode',
      description: 'Colour behind the panels.',
    }),
    gapViewportHeightRatio: t.exposeFloat('gapViewportHeightRatio', {
      description: 'Gap between panels, 0 to 1.',
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
  description: 'Panels side by side, each with items of its own.',
  fields: (t) => ({
    presentation: t.expose('presentation', {
      type: ZonesPresentationRef,
      description: 'How the panels look.',
    }),
    panels: t.expose('panels', { type: [ZonesPanelRef], description: 'The panels.' }),
  }),
});

export const PlaybackItemRef = builder.objectRef<PlaybackItem>('PlaybackItem').implement({
  description: 'One slot of what a screen plays.',
  fields: (t) => ({
    slotId: t.exposeID('slotId', { description: 'Id of the slot within its configuration.' }),
    type: t.expose('type', { type: PlaybackItemTypeRef, description: 'What the slot shows.' }),
    durationSeconds: t.exposeFloat('durationSeconds', {
      description: 'How long the slot plays, in seconds.',
    }),
    mediaId: t.exposeID('mediaId', { nullable: true, description: 'REST id of its media; null for an app.' }),
    media: t.field({
      ...fieldCost({ kind: 'load', collection: media, isOptional: true }),
      type: MediaRef,
      nullable: true,
      description:
        'The media file; null where `mediaId` is. Needs media:read. At most one REST request for each distinct media of ' +
        'the operation, fewer where reading the list is cheaper. NOT_FOUND where the media is gone.',
      resolve: ({ mediaId }, _args, { partner }) => loadLinkedMedia(partner, mediaId),
    }),
    url: t.expose('url', {
      type: 'OpaqueUrl',
      nullable: true,
      description: 'Where the content can be fetched.',
    }),
    mimeType: t.exposeString('mimeType', { nullable: true, description: 'Media type of the content.' }),
    width: t.exposeFloat('width', { nullable: true, description: 'Width in pixels.' }),
    height: t.exposeFloat('height', { nullable: true, description: 'Height in pixels.' }),
    appInstanceId: t.exposeID('appInstanceId', {
      nullable: true,
      description: 'Id of its app; null for media.',
    }),
    slug: t.exposeString('slug', { nullable: true, description: 'Short name of the app.' }),
    renderingMode: t.expose('renderingMode', {
      type: RenderingModeRef,
      nullable: true,
      description: 'How it is put on the screen; null when not told.',
    }),
    layout: t.expose('layout', {
      type: ZonesLayoutRef,
      nullable: true,
      description: 'The panels of rendering mode ZONES; they hold items, which may hold layouts again.',
    }),
  }),
});

ZonesPanelRef.implement({
  description: 'One panel of a layout. Place and size are shares of the screen’s width and height, 0 to 1.',
  fields: (t) => ({
    panelId: t.exposeID('id', {
      description: 'The REST `id`: unique within its layout only, so it is no identity for a client cache.',
    }),
    x: t.exposeFloat('x', { description: 'Left edge, 0 to 1.' }),
    y: t.exposeFloat('y', { description: 'Upper edge, 0 to 1.' }),
    width: t.exposeFloat('width', { description: 'Width, 0 to 1.' }),
    height: t.exposeFloat('height', { description: 'Height, 0 to 1.' }),
    items: t.expose('items', { type: [PlaybackItemRef], description: 'What the panel plays, in order.' }),
  }),
});
