import { formatCount } from '../component/format.js';
import { Skeleton } from '../component/skeleton.js';
import { AgoTime } from '../component/time.js';
import { ViewFrame } from '../component/view-frame.js';
import { RecordLink } from '../component/record-link.js';
import { collections, useReadable } from '../data/collection.js';
import { useLast, useStore, useView } from '../data/use-view.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { AttentionSection } from './attention-section.js';
import { attentionOf, mergeChanges } from './attention.js';
import { Counts } from './counts.js';
import { overviewQuery } from './overview-query.js';
import '../style/overview.css';

/** As many as the query asks for of each collection. */
const maxChanges = 24;

/** What the organization has, what is wrong now, and what was updated last. */
export function Overview() {
  const can = useReadable();
  const isAnyReadable = can.screens || can.playlists || can.media;
  // The first answer may show what the credential lacks: only what it may read is watched.
  const isRead = useStore().known(overviewQuery, can)?.data !== undefined;
  const reading = useView(overviewQuery, can, {
    watch: isAnyReadable && isRead,
    pause: !isAnyReadable,
  });
  const known = useLast(reading.data) ?? (isAnyReadable ? undefined : {});
  return (
    <ViewFrame title="Overview" summary={<Verdict data={known} />} reading={reading}>
      <div className="overview">
        <Counts data={known} errors={reading.errors} />
        {isAnyReadable && <AttentionSection data={known} can={can} />}
        {isAnyReadable && <Changes data={known} />}
      </div>
    </ViewFrame>
  );
}

/**
 * The urgent part in one line; the attention section has all of it. The line is there before it is
 * known.
 */
function Verdict({ data }: { readonly data: OverviewQuery | undefined }) {
  const urgent = data ? attentionOf(data).filter(({ urgency }) => urgency !== undefined) : [];
  const isWhole = data?.screenSummary && data.playlistSummary && data.mediaSummary;
  if (urgent.length === 0) return <span>{isWhole ? 'Nothing is urgent.' : '\u00a0'}</span>;
  return (
    <span className="verdict">
      {urgent.map(({ key, href, count, collection, urgency }) => (
        <a key={key} href={href}>
          {formatCount(count, collections[collection].noun)} {urgency}
        </a>
      ))}
    </span>
  );
}

const kinds = { screens: 'Screen', playlists: 'Playlist', media: 'Media' } as const;

/** What was changed last, whatever it is. */
function Changes({ data }: { readonly data: OverviewQuery | undefined }) {
  const { changedScreens, changedPlaylists, changedMedia } = data ?? {};
  const changes = mergeChanges(
    {
      screens: changedScreens?.nodes,
      playlists: changedPlaylists?.nodes,
      media: changedMedia?.nodes,
    },
    maxChanges,
  );
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="overview__title">
        Recently updated
      </h2>
      {data === undefined && (
        <div className="changes changes--skeleton">
          <Skeleton shape="rows" height="480px" />
        </div>
      )}
      {data && changes.length === 0 && <p className="muted">Nothing is known that was updated.</p>}
      {changes.length > 0 && (
        <ol className="changes">
          {changes.map(({ collection, id, name, updatedAt }) => (
            <li key={`${collection} ${id}`}>
              <span className="changes__kind">{kinds[collection]}</span>
              <RecordLink collection={collection} id={id} name={name} />
              <AgoTime at={updatedAt} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
