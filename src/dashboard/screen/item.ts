import type { ReadError } from '../error/read-error.js';
import type { MediaFit, PlaybackItemPartsFragment, RenderingMode } from '../generated/graphql.js';

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

export interface Layout {
  readonly fit: MediaFit;
  readonly background: string;
  /** Shares of the height of the screen's viewport. */
  readonly gap: number;
  readonly padding: number;
  readonly radius: number;
  readonly panels: readonly ZonePanel[];
}

export interface ZonePanel {
  /** Unique within the configuration. */
  readonly key: string;
  readonly name: string;
  /** Shares of the layout's width and height. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

export interface Playback {
  /** Takeovers first. */
  readonly items: readonly Item[];
  readonly overlays: readonly Item[];
}
