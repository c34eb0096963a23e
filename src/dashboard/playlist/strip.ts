import { formatName } from '../component/format.js';
import type { ReadError } from '../error/read-error.js';
import type { PlaylistQuery } from '../generated/graphql.js';

type ReadSlot = NonNullable<
  NonNullable<NonNullable<PlaylistQuery['playlist']>['items']>['nodes'][number]
>;

/** Without a file too where the credential cannot read files. */
export type Slot = Omit<ReadSlot, 'media'> & { readonly media?: ReadSlot['media'] | undefined };

/** What a slot plays, as far as it is known. */
export type SlotKind = 'image' | 'video' | 'app' | 'gone' | 'unread' | 'unknown';

/** A slot with its place in the playlist; `slot` is null where it could not be read. */
export interface Place {
  /** From 0. */
  readonly index: number;
  readonly slot: Slot | null;
  readonly kind: SlotKind;
  readonly name: string;
  /** Why its file is not known, if it is not. */
  readonly error: ReadError | undefined;
}

/** @param error at the path of its file */
export function placeOf(slot: Slot | null, index: number, error: ReadError | undefined): Place {
  const kind = slot === null ? 'unread' : kindOf(slot, error);
  return { index, slot, kind, name: nameOf(slot, kind), error };
}

function kindOf({ type, mediaId, media }: Slot, error: ReadError | undefined): SlotKind {
  if (type === 'APP') return 'app';
  if (media != null)
    return media.type === 'IMAGE' ? 'image' : media.type === 'VIDEO' ? 'video' : 'unknown';
  if (mediaId === null) return 'unknown';
  return error?.code === 'NOT_FOUND' ? 'gone' : 'unread';
}

function nameOf(slot: Slot | null, kind: SlotKind): string {
  if (slot === null) return 'An item that could not be read';
  if (kind === 'gone') return 'Media file no longer there';
  if (kind === 'app') return `App ${slot.appInstanceId ?? ''}`.trim();
  return formatName(slot.media?.name, slot.mediaId ?? 'An item of unknown type');
}

/** The part of the playlist's time that an item takes. */
export interface Segment {
  readonly place: Place;
  readonly startSeconds: number;
  readonly seconds: number;
  /** Of the whole strip, 0 to 1. */
  readonly share: number;
}

export interface Strip {
  readonly segments: readonly Segment[];
  /** Of the enabled items that are known. */
  readonly seconds: number;
  /** Items that never play, and so take no time. */
  readonly disabled: number;
  /** Share of the items that are not read yet, 0 to 1; a guess by their number. */
  readonly restShare: number;
}

/**
 * The enabled items one after another, each as wide as its time.
 *
 * @param unread number of items that follow and are not read yet
 */
export function layOutStrip(places: readonly Place[], unread: number): Strip {
  const known = places.flatMap((place) => (place.slot ? [{ place, slot: place.slot }] : []));
  const enabled = known.filter(({ slot }) => slot.enabled);
  const seconds = enabled.reduce((sum, { slot }) => sum + timeOf(slot), 0);
  const restShare = unread > 0 ? unread / (places.length + unread) : 0;
  let startSeconds = 0;
  const segments = enabled.map(({ place, slot }) => {
    const time = timeOf(slot);
    const share =
      seconds === 0 ? (1 - restShare) / enabled.length : (time / seconds) * (1 - restShare);
    const segment = { place, startSeconds, seconds: time, share };
    startSeconds += time;
    return segment;
  });
  return { segments, seconds, disabled: known.length - enabled.length, restShare };
}

/** The seconds of each kind, in the order in which they first play. */
export function timeByKind({ segments }: Strip): ReadonlyMap<SlotKind, number> {
  const times = new Map<SlotKind, number>();
  for (const { place, seconds } of segments)
    times.set(place.kind, (times.get(place.kind) ?? 0) + seconds);
  return times;
}

/** A negative duration would shift all that follow. */
const timeOf = ({ durationSeconds }: Slot): number => Math.max(0, durationSeconds);
