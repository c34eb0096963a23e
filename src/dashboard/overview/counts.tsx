import { formatBytes, formatCount, formatDuration, formatEnum } from '../component/format.js';
import type { Collection } from '../data/collection.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { listHref } from '../route/path.js';
import { CountCard, type CountLine } from './count-card.js';

/** How much there is of everything; each figure links to the records that it counts. */
export function Counts({ data = {} }: { readonly data: OverviewQuery | undefined }) {
  const { screenSummary: screens, playlistSummary: playlists, mediaSummary: media } = data;
  return (
    <div className="overview__counts">
      <CountCard
        collection="screens"
        field="screenSummary"
        summary={screens}
        lines={screens ? screenLines(screens) : []}
      />
      <CountCard
        collection="playlists"
        field="playlistSummary"
        summary={playlists}
        lines={playlists ? playlistLines(playlists) : []}
        note={
          playlists &&
          `${formatCount(playlists.itemCount, 'item')}, ${formatDuration(playlists.totalDurationSeconds)} in all`
        }
      />
      <CountCard
        collection="media"
        field="mediaSummary"
        summary={media}
        lines={media ? mediaLines(media) : []}
        note={media && sizeNote(media)}
      />
    </div>
  );
}

type Summary<Name extends keyof OverviewQuery> = NonNullable<OverviewQuery[Name]>;

const screenLines = ({ byStatus, onNow }: Summary<'screenSummary'>): readonly CountLine[] => [
  ...statusLines('screens', { ONLINE: 'good', OFFLINE: 'bad', UNPAIRED: 'wait' }, byStatus),
  { label: 'Scheduled on', count: onNow, href: listHref('screens', 'scheduled=on') },
];

const playlistLines = ({ count, empty }: Summary<'playlistSummary'>): readonly CountLine[] => [
  { label: 'With items', count: count - empty, href: listHref('playlists', 'content=items'), tone: 'good' },
  { label: 'Empty', count: empty, href: listHref('playlists', 'content=empty'), tone: 'wait' },
];

const mediaLines = ({ byStatus }: Summary<'mediaSummary'>): readonly CountLine[] =>
  statusLines('media', { READY: 'good', PROCESSING: 'none', FAILED: 'bad' }, byStatus);

const sizeNote = ({ totalSizeBytes, sizeUnknown }: Summary<'mediaSummary'>): string =>
  `${formatBytes(totalSizeBytes)} in all${sizeUnknown > 0 ? `, without ${formatCount(sizeUnknown, 'media file')} of unknown size` : ''}`;

/** Known statuses always have a line; one that nobody knows only where it occurs. */
function statusLines(
  collection: Collection,
  tones: Readonly<Record<string, NonNullable<CountLine['tone']>>>,
  counts: readonly { readonly status: string; readonly count: number }[],
): readonly CountLine[] {
  const statuses = new Set([...Object.keys(tones), ...counts.map(({ status }) => status)]);
  return [...statuses].map((status) => ({
    label: formatEnum(status),
    count: counts.find((each) => each.status === status)?.count ?? 0,
    href: listHref(collection, `status=${status}`),
    tone: tones[status] ?? 'none',
  }));
}
