import type { Layout, ZonePanel } from './playback.js';

/** Width to height of a screen or of a part of it. */
export interface Ratio {
  readonly width: number;
  readonly height: number;
}

export interface Shape {
  readonly orientation: string | null;
  readonly viewport: Ratio | null;
}

/** Width to height of a screen; that of its orientation where there is no viewport. */
export function ratioOf({ orientation, viewport }: Shape): Ratio {
  if (viewport) return viewport;
  return orientation?.toUpperCase().startsWith('PORTRAIT') === true
    ? { width: 9, height: 16 }
    : { width: 16, height: 9 };
}

/**
 * A share of the viewport's height. The preview is the size container, so 100cqh is that height at
 * any nesting.
 */
export const ofViewport = (share: number): string => `${round(100 * share)}cqh`;

/**
 * The place of a panel inside the padding of its layout, as the CSS property `inset`. The contract
 * does not say where the gap lies: here between panels, half on each side.
 */
export function insetOf(
  { x, y, width, height }: Pick<ZonePanel, 'x' | 'y' | 'width' | 'height'>,
  gap: number,
): string {
  return [y, 1 - x - width, 1 - y - height, x].map((share) => insetEdge(share, gap)).join(' ');
}

/** Shares are sums of decimal fractions: 0.7 + 0.3 may miss 1 by less than this. */
const tolerance = 1e-6;

function insetEdge(share: number, gap: number): string {
  const isOuter = share <= tolerance;
  return isOuter || gap === 0
    ? `${round(100 * share)}%`
    : `calc(${round(100 * share)}% + ${ofViewport(gap / 2)})`;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * The panels of a layout and of the layouts that its panels show, each with its name, in front of
 * which stand those of the panels around it.
 */
export function panelsShown(
  { panels }: Layout,
  shown: ReadonlyMap<string, number>,
  around = '',
): readonly { readonly panel: ZonePanel; readonly title: string }[] {
  return panels.flatMap((panel) => {
    const title = `${around}${panel.panelId}`;
    const inner = itemShown(panel, shown)?.layout;
    return [{ panel, title }, ...(inner ? panelsShown(inner, shown, `${title} › `) : [])];
  });
}

/**
 * The item that a panel shows: the chosen one, or the first.
 *
 * @param shown indices by the key of the panel
 */
export const itemShown = (
  { key, items }: ZonePanel,
  shown: ReadonlyMap<string, number>,
): ZonePanel['items'][number] | undefined => items[shown.get(key) ?? 0];

/** A share as a percentage, for people. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10}\u00a0%`;
