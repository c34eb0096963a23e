import { createSlotId } from './id.js';
import {
  createApp,
  createItem,
  type Material,
  type PlaybackItem,
  type ZonesLayout,
  type ZonesPanel,
} from './playback-item.js';

type Box = readonly [id: string, x: number, y: number, width: number, height: number];

const splits: readonly [readonly Box[], ...(readonly Box[])[]] = [
  [
    ['main', 0, 0, 0.7, 0.88],
    ['side', 0.7, 0, 0.3, 0.88],
    ['ticker', 0, 0.88, 1, 0.12],
  ],
  [
    ['left', 0, 0, 0.5, 1],
    ['right', 0.5, 0, 0.5, 1],
  ],
  [
    ['header', 0, 0, 1, 0.15],
    ['body', 0, 0.15, 1, 0.85],
  ],
];

/**
 * An item that divides the screen into panels with items of their own.
 *
 * @param depth of nested layouts, 1 or more
 */
export function createZones(material: Material, depth: number): PlaybackItem {
  const { random } = material;
  return {
    slotId: createSlotId(random),
    type: 'app',
    durationSeconds: random.int(20, 60),
    slug: 'zones',
    renderingMode: 'zones',
    layout: createLayout(material, depth),
  };
}

function createLayout(material: Material, depth: number): ZonesLayout {
  const { random } = material;
  return {
    presentation: {
      mediaFit: random.pick(['cover', 'contain']),
      backgroundColor: random.pick(['#0B1D2A', '#FFFFFF', '#f4f1ea', '#1E3A5F']),
      gapViewportHeightRatio: random.int(0, 3) / 100,
      paddingViewportHeightRatio: random.int(0, 4) / 100,
      cornerRadiusViewportHeightRatio: random.int(0, 5) / 200,
    },
    panels: random
      .pick(splits)
      .map((box, index) => createPanel(material, box, index === 0 ? depth - 1 : 0)),
  };
}

/** The first panel holds the nested layout, if there is one; low panels hold an app. */
function createPanel(
  material: Material,
  [id, x, y, width, height]: Box,
  depth: number,
): ZonesPanel {
  const isLow = height < 0.2;
  const items = Array.from({ length: isLow ? 1 : material.random.int(1, 4) }, () =>
    isLow ? createApp(material) : createItem(material),
  );
  if (depth > 0) items.push(createZones(material, depth));
  return { id, x, y, width, height, items };
}
