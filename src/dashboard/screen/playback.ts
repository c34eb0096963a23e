import type { Path } from '../component/missing.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import { type FragmentType, readFragment } from '../generated/index.js';
import type { Item, Layout, Playback, Trouble } from './item.js';
import { layoutFragment, playbackFragment, playbackItemFragment } from './playback-fragment.js';

type ItemParts = FragmentType<typeof playbackItemFragment> & {
  readonly layout?: LayoutParts | null;
};
type LayoutParts = FragmentType<typeof layoutFragment> & {
  readonly panels?: readonly { readonly items: readonly { readonly layout: LayoutParts | null }[] }[];
};

/**
 * What a screen plays, ready to be shown.
 *
 * @param path of the configuration in the result
 */
export function toPlayback(
  configuration: FragmentType<typeof playbackFragment>,
  errors: readonly ReadError[],
  path: Path,
): Playback {
  const { items, overlays } = readFragment(playbackFragment, configuration);
  const read = (list: readonly ItemParts[], name: string): Item[] =>
    list.map((item, index) => toItem(item, index, { errors, path: [...path, name, index] }));
  const all = read(items, 'items');
  const isTakeover = ({ mode }: Item): boolean => mode === 'TAKEOVER';
  return {
    items: [...all.filter(isTakeover), ...all.filter((item) => !isTakeover(item))],
    overlays: read(overlays, 'overlays'),
  };
}

/** Where a value lies in the result, and the errors of that result. */
interface Place {
  readonly errors: readonly ReadError[];
  readonly path: Path;
}

const below = ({ errors, path }: Place, ...steps: Path): Place => ({ errors, path: [...path, ...steps] });

function toItem(parts: ItemParts, index: number, place: Place): Item {
  const item = readFragment(playbackItemFragment, parts);
  const { type, media, url, mediaId, appInstanceId, mimeType, width, height, durationSeconds } = item;
  const isMissing = media === null && mediaId !== null;
  const error = isMissing ? errorAt(place.errors, [...place.path, 'media']) : undefined;
  const image = type === 'IMAGE' ? (media?.url ?? url) : null;
  const thumbnail = media?.thumbnailUrl ?? image;
  const trouble = isMissing ? (error?.code === 'NOT_FOUND' ? 'gone' : 'unread') : troubleOf(media?.status);
  return {
    key: place.path.join('/'),
    number: index + 1,
    type,
    mode: item.renderingMode ?? 'STANDARD',
    name: trouble === 'gone' ? 'No longer there' : nameOf(item),
    durationSeconds,
    mediaId,
    appInstanceId,
    mimeType,
    size: { width, height },
    thumbnail,
    picture: image ?? thumbnail,
    trouble,
    error,
    layout: parts.layout ? toLayout(parts.layout, below(place, 'layout')) : undefined,
  };
}

function troubleOf(status: string | undefined): Trouble | undefined {
  if (status === 'FAILED') return 'failed';
  return status === 'PROCESSING' ? 'processing' : undefined;
}

interface Named {
  readonly type: string;
  readonly mediaId: string | null;
  readonly slug: string | null;
  readonly media?: { readonly name: string } | null;
}

/** The name of the file or the app, or else what identifies it. */
const nameOf = ({ type, media, slug, mediaId }: Named): string =>
  media?.name ?? (slug === null ? (mediaId ?? inWords(type)) : inWords(slug));

/** `opening-hours` is `Opening hours`. */
function inWords(slug: string): string {
  const words = slug.toLowerCase().replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toLayout(parts: LayoutParts, place: Place): Layout {
  const { presentation, panels } = readFragment(layoutFragment, parts);
  return {
    fit: presentation.mediaFit,
    background: presentation.backgroundColor,
    gap: presentation.gapViewportHeightRatio,
    padding: presentation.paddingViewportHeightRatio,
    radius: presentation.cornerRadiusViewportHeightRatio,
    panels: panels.map(({ panelId, x, y, width, height, items }, index) => ({
      key: below(place, 'panels', index).path.join('/'),
      name: panelId,
      ...{ x, y, width, height },
      items: items.map((item, at) => {
        const layout = parts.panels?.[index]?.items[at]?.layout ?? null;
        return toItem({ ...item, layout }, at, below(place, 'panels', index, 'items', at));
      }),
    })),
  };
}
