import { formatCount } from '../component/format.js';
import { type Availability, describeState } from '../component/schedule.js';
import type { FileTrouble, Item } from './playback.js';

interface Reason {
  /** `bad` needs someone to act; `wait` may pass by itself. */
  readonly tone: 'bad' | 'wait';
  readonly title: string;
  readonly text: string;
}

/** What is known of a screen; undefined is what the credential may not read. */
export interface Known {
  readonly status: string | undefined;
  readonly availability: Availability | undefined;
  readonly items: readonly Item[] | undefined;
}

/**
 * Why a screen may be dark, the plainest reason first. The device's state and its schedule are two
 * things: neither is concluded from the other.
 *
 * @param now in milliseconds since 1970
 */
export function findReasons(
  { status, availability, items }: Known,
  now: number,
): readonly Reason[] {
  const words = availability && describeState(availability, now);
  return [
    ...deviceReasons(status, words),
    ...(availability?.isOnNow === false && !isDown(status)
      ? [reason('wait', `Scheduled ${words ?? 'off'}`, offText(status))]
      : []),
    ...(items && status !== 'UNPAIRED' ? itemReasons(items) : []),
  ];
}

const reason = (tone: Reason['tone'], title: string, text: string): Reason => ({
  tone,
  title,
  text,
});

const offText = (status: string | undefined): string =>
  status === 'ONLINE'
    ? 'The device is connected; its schedule says off.'
    : 'Its schedule says off.';

const isDown = (status: string | undefined): boolean =>
  status === 'OFFLINE' || status === 'UNPAIRED';

function deviceReasons(status: string | undefined, words: string | undefined): readonly Reason[] {
  const schedule = words === undefined ? '' : ` Its schedule says ${words}.`;
  if (status === 'OFFLINE')
    return [reason('bad', 'Offline', `The device has no connection.${schedule}`)];
  if (status === 'UNPAIRED')
    return [reason('bad', 'Unpaired', `No player is connected to this screen.${schedule}`)];
  return [];
}

function itemReasons(items: readonly Item[]): readonly Reason[] {
  if (items.length === 0)
    return [reason('bad', 'Nothing to play', 'The configuration has no items.')];
  const inside = items.flatMap(itemsInside);
  return [
    ...troubleReasons(items, 'item'),
    ...troubleReasons(inside, 'item inside zones', 'items inside zones'),
  ];
}

function itemsInside({ layout }: Item): readonly Item[] {
  const direct = layout?.panels.flatMap((panel) => panel.items) ?? [];
  return direct.flatMap((item) => [item, ...itemsInside(item)]);
}

const troubleWords: Readonly<
  Record<Exclude<FileTrouble, 'unread'>, readonly [one: string, more: string]>
> = {
  gone: ['media file is gone', 'media files are gone'],
  failed: ['media file has failed', 'media files have failed'],
  processing: ['media file is still processing', 'media files are still processing'],
};

/** A file that could not be read may well be there: it is no reason. */
function troubleReasons(items: readonly Item[], one: string, more = `${one}s`): readonly Reason[] {
  const counts = (['gone', 'failed', 'processing'] as const).map((trouble) => ({
    words: troubleWords[trouble],
    count: items.filter((item) => item.trouble === trouble).length,
  }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [];
  const parts = counts.flatMap(({ words, count }) =>
    count === 0 ? [] : `${count} ${words[count === 1 ? 0 : 1]}`,
  );
  const title = `${total} of ${formatCount(items.length, one, more)} cannot be shown`;
  return [reason(total === items.length ? 'bad' : 'wait', title, `${parts.join(', ')}.`)];
}
