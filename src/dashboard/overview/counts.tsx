import { formatBytes, formatCount, formatDuration, formatEnum } from '../component/format.js';
import type { OverviewQuery } from '../generated/graphql.js';
import type { Collection } from '../data/collection.js';
import { listHref } from '../route/path.js';
import { CountCard, type CountLine } from './count-card.js';

export interface Readable {
  readonly screens: boolean;
  readonly playlists: boolean;
  readonly media: boolean;
}

interface CountsProps {
  readonly data: OverviewQuery | undefined;
  readonly can: Readable;
}

/** How much there is of everything; each figure links to the records that it counts. */
export function Counts({ data, can }: CountsProps) {
  const { screenSummary, playlistSummary, mediaSummary } = data ?? {};
  return (
    <div className="overview__counts">
      <CountCard
        title="screens"
        href={listHref('screens')}
        field="screenSummary"
        summary={screenSummary}
        lines={screenSummary ? screenLines(screenSummary) : []}
        canRead={can.screens}
        scope="screens:read"
      />
      <CountCard
        title="playlists"
        href={listHref('playlists')}
        field="playlistSummary"
        summary={playlistSummary}
        lines={playlistSummary ? playlistLines(playlistSummary) : []}
        note={
          playlistSummary &&
          `${formatCount(playlistSummary.itemCount, 'item')}, ${formatDuration(playlistSummary.totalDurationSeconds)} in all`
        }
        canRead={can.playlists}
        scope="playlists:read"
      />
      <CountCard
        title="media files"
        href={listHref('media')}
        field="mediaSummary"
        summary={mediaSummary}
        lines={mediaSummary ? mediaLines(mediaSummary) : []}
        note={mediaSummary && sizeNote(mediaSummary)}
        canRead={can.media}
        scope="media:read"
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
