import { formatName } from '../component/format.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type {
  LayoutPartsFragment,
  PlaybackItemPartsFragment,
  RenderingMode,
  ScreenViewQuery,
} from '../generated/graphql.js';

/** Why the file of an item cannot be shown, as far as the façade knows. */
export type FileTrouble = 'gone' | 'failed' | 'processing' | 'unread';

type AsSent = 'type' | 'durationSeconds' | 'mediaId' | 'appInstanceId' | 'mimeType';

/** An item as the page shows it. */
export interface Item extends Pick<PlaybackItemPartsFragment, AsSent> {
  /** Unique within the configuration. */
  readonly key: string;
  /** From 1, in the order of the configuration. */
  readonly number: number;
  readonly mode: RenderingMode;
  readonly name: string;
  readonly size: { readonly width: number | null; readonly height: number | null };
  readonly thumbnail: string | null;
  /** The image itself, or what stands for a video. */
  readonly picture: string | null;
  readonly trouble: FileTrouble | undefined;
  /** Why its file is not known. */
  readonly error: ReadError | undefined;
  readonly layout: Layout | undefined;
}

type Panel = LayoutPartsFragment['panels'][number];

export interface Layout extends Pick<LayoutPartsFragment, 'presentation'> {
  readonly panels: readonly ZonePanel[];
}

export interface ZonePanel extends Omit<Panel, 'items'> {
  /** Unique within the configuration. */
  readonly key: string;
  readonly items: readonly Item[];
}

export interface Playback {
  /** Takeovers first. */
  readonly items: readonly Item[];
  readonly overlays: readonly Item[];
}

/** The innermost layouts are not read. */
type ItemParts = PlaybackItemPartsFragment & { readonly layout?: LayoutParts | null };

interface LayoutParts extends Pick<LayoutPartsFragment, 'presentation'> {
  readonly panels: readonly (Omit<Panel, 'items'> & { readonly items: readonly ItemParts[] })[];
}

/** What a screen plays, ready to be shown. */
export function toPlayback(
  { items, overlays }: NonNullable<ScreenViewQuery['playbackConfiguration']>,
  errors: readonly ReadError[],
): Playback {
  const read = (list: readonly ItemParts[], name: string): Item[] =>
    list.map((item, index) =>
      toItem(item, index, { errors, path: ['playbackConfiguration', name, index] }),
    );
  const all = read(items, 'items');
  const isTakeover = ({ mode }: Item): boolean => mode === 'TAKEOVER';
  return {
    items: [...all.filter(isTakeover), ...all.filter((item) => !isTakeover(item))],
    overlays: read(overlays, 'overlays'),
  };
}

/** Where a value lies in the result, and the errors of that result. */
interface Origin {
  readonly errors: readonly ReadError[];
  readonly path: ReadError['path'];
}

const below = ({ errors, path }: Origin, ...steps: ReadError['path']): Origin => ({
  errors,
  path: [...path, ...steps],
});

function toItem(item: ItemParts, index: number, origin: Origin): Item {
  const { type, media, url, mediaId, appInstanceId, mimeType, width, height, durationSeconds } =
    item;
  const isMissing = media === null && mediaId !== null;
  const error = isMissing ? errorAt(origin.errors, [...origin.path, 'media']) : undefined;
  const image = type === 'IMAGE' ? (media?.url ?? url) : null;
  const thumbnail = media?.thumbnailUrl ?? image;
  const trouble = isMissing
    ? error?.code === 'NOT_FOUND'
      ? 'gone'
      : 'unread'
    : troubleOf(media?.status);
  return {
    key: origin.path.join('/'),
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
    layout: item.layout ? toLayout(item.layout, below(origin, 'layout')) : undefined,
  };
}

function troubleOf(status: string | undefined): FileTrouble | undefined {
  if (status === 'FAILED') return 'failed';
  return status === 'PROCESSING' ? 'processing' : undefined;
}

/** The name of the file or the app, or else what identifies it. */
const nameOf = ({ type, media, slug, mediaId }: ItemParts): string =>
  formatName(media?.name, slug === null ? (mediaId ?? inWords(type)) : inWords(slug));

/** `opening-hours` is `Opening hours`. */
function inWords(slug: string): string {
  const words = slug.toLowerCase().replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const toLayout = ({ presentation, panels }: LayoutParts, origin: Origin): Layout => ({
  presentation,
  panels: panels.map((panel, index) => ({
    ...panel,
    key: below(origin, 'panels', index).path.join('/'),
    items: panel.items.map((item, at) =>
      toItem(item, at, below(origin, 'panels', index, 'items', at)),
    ),
  })),
});
