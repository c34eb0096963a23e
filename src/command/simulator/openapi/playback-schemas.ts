import { dateTime, listOf, number, oneOf, record, ref, text, type Schema } from './shape.js';

const ratio: Schema = { type: 'number', minimum: 0, maximum: 1 };

/** What a screen plays (contract, "PlaybackConfiguration"). */
export const playbackSchemas: Readonly<Record<string, Schema>> = {
  PlaybackConfiguration: record({
    resolvedAt: { ...dateTime, description: 'Moment at which the state was resolved.' },
    revision: { ...text, description: 'Opaque revision of the effective playback state.' },
    screen: ref('PlaybackScreen'),
    availability: ref('Availability'),
    items: listOf(ref('PlaybackItem')),
    overlays: listOf(ref('PlaybackItem')),
  }),
  PlaybackScreen: record(
    { id: text, name: text, status: oneOf('online', 'offline', 'unpaired') },
    { orientation: { ...text, description: 'A plain string here.' }, viewport: ref('Viewport') },
  ),
  PlaybackItem: record(
    { slotId: text, type: oneOf('image', 'video', 'app'), durationSeconds: number },
    {
      mediaId: text,
      url: { type: 'string', format: 'uri', description: 'Opaque playback location.' },
      mimeType: text,
      width: number,
      height: number,
      appInstanceId: text,
      slug: text,
      renderingMode: oneOf('standard', 'zones', 'overlay', 'takeover'),
      layout: ref('ZonesLayout'),
    },
  ),
  ZonesLayout: record({
    presentation: ref('ZonesPresentation'),
    panels: listOf(ref('ZonesPanel')),
  }),
  ZonesPresentation: record({
    mediaFit: oneOf('cover', 'contain'),
    backgroundColor: {
      type: 'string',
      pattern: '^#[0-9A-Fa-f]{6}$',
      description: 'Colour, #RRGGBB.',
    },
    gapViewportHeightRatio: ratio,
    paddingViewportHeightRatio: ratio,
    cornerRadiusViewportHeightRatio: ratio,
  }),
  ZonesPanel: record({
    id: text,
    x: ratio,
    y: ratio,
    width: ratio,
    height: ratio,
    items: listOf(ref('PlaybackItem')),
  }),
};
