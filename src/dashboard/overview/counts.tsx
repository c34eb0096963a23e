import {
  formatBytes,
  formatCount,
  formatDuration,
  formatEnum,
  formatNumber,
} from '../component/format.js';
import { MissingPart, ScopeNote } from '../component/notice.js';
import { Skeleton } from '../component/skeleton.js';
import { type Collection, collections, listHref } from '../data/collection.js';
import { useCanRead, type View } from '../data/use-view.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type { CountPrecision, OverviewQuery } from '../generated/graphql.js';

/** How much there is of everything; each figure links to the records that it counts. */
export function Counts({ data = {}, errors }: Pick<View<OverviewQuery>, 'data' | 'errors'>) {
  const { screenSummary: screens, playlistSummary: playlists, mediaSummary: media } = data;
  return (
    <div className="overview__counts">
      <CountCard
        collection="screens"
        error={errorAt(errors, ['screenSummary'])}
        summary={screens}
        lines={screens ? screenLines(screens) : []}
      />
      <CountCard
        collection="playlists"
        error={errorAt(errors, ['playlistSummary'])}
        summary={playlists}
        lines={playlists ? playlistLines(playlists) : []}
        note={
          playlists &&
          `${formatCount(playlists.itemCount, 'item')}, ${formatDuration(playlists.totalDurationSeconds)} in all`
        }
      />
      <CountCard
        collection="media"
        error={errorAt(errors, ['mediaSummary'])}
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
  {
    label: 'With items',
    count: count - empty,
    href: listHref('playlists', 'content=items'),
    tone: 'good',
  },
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

/** A figure, and the list of the records behind it. */
interface CountLine {
  readonly label: string;
  readonly count: number;
  readonly href: string;
  /** Set for the parts of the whole, which the bar shows. */
  readonly tone?: 'good' | 'bad' | 'wait' | 'none';
}

interface CountCardProps {
  readonly collection: Collection;
  /** Why there is no summary. */
  readonly error: ReadError | undefined;
  readonly summary:
    | { readonly count: number; readonly precision: CountPrecision }
    | null
    | undefined;
  readonly lines: readonly CountLine[];
  /** What is worth knowing besides. */
  readonly note?: string | null | undefined;
}

/** How much there is of a collection, and in which state. */
function CountCard({ collection, error, summary, lines, note }: CountCardProps) {
  const { noun, scope } = collections[collection];
  const canRead = useCanRead(scope);
  const title = `${noun}s`;
  return (
    <section className="count" aria-label={title}>
      {summary && canRead ? (
        <>
          <h2 className="count__head">
            <a href={listHref(collection)}>
              <span className="count__total">{formatCounted(summary)}</span> {title}
            </a>
          </h2>
          <Bar lines={lines} />
          <ul className="count__lines">
            {lines.map(({ label, count, href, tone = 'clear' }) => (
              <li key={label}>
                <a className={`count__line${count === 0 ? ' count__line--zero' : ''}`} href={href}>
                  <span className={`count__mark count__mark--${tone}`} aria-hidden="true" />
                  {label}{' '}
                  <span className="count__number">{formatCounted({ ...summary, count })}</span>
                </a>
              </li>
            ))}
          </ul>
          {note != null && <p className="count__note muted">{note}</p>}
        </>
      ) : (
        <>
          <h2 className="count__head count__head--plain">{title}</h2>
          {!canRead && <ScopeNote scope={scope} />}
          {canRead && summary === null && <MissingPart what="Counts" scope={scope} error={error} />}
          {canRead && summary === undefined && <Skeleton shape="rows" height="84px" />}
        </>
      )}
    </section>
  );
}

/** The parts of the whole to scale; the lines say the same in words. */
const Bar = ({ lines }: { readonly lines: readonly CountLine[] }) => (
  <div className="count__bar" aria-hidden="true">
    {lines.map(
      ({ label, count, tone }) =>
        tone !== undefined &&
        count > 0 && (
          <span
            key={label}
            className={`count__part count__part--${tone}`}
            style={{ flexGrow: count }}
          />
        ),
    )}
  </div>
);

/** A figure that may be too small, because not all records could be read, says so. */
const formatCounted = ({ count, precision }: NonNullable<CountCardProps['summary']>): string =>
  precision === 'EXACT' ? formatNumber(count) : `at least ${formatNumber(count)}`;
