import { ScopeNote } from '../component/missing.js';
import { Skeleton } from '../component/panel.js';
import type { Readable } from '../data/collection.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { AttentionCard, Card } from './attention-card.js';
import { attentionOf, type AttentionGroup } from './attention.js';
import { SlotCheckCard } from './slot-check-card.js';
import { checkCost } from './slot-check.js';
import { useSlotCheck } from './use-slot-check.js';

interface AttentionSectionProps {
  readonly data: OverviewQuery | undefined;
  readonly can: Readable;
}

/** What is wrong now, the most urgent first; one calm sentence where nothing is. */
export function AttentionSection({ data, can }: AttentionSectionProps) {
  const groups = data && attentionOf(data);
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="overview__title">
        Needs attention
        {groups !== undefined && groups.length > 0 && (
          <span className="overview__order">the last updated first</span>
        )}
      </h2>
      {data && groups ? (
        <Concerns groups={groups} data={data} can={can} />
      ) : (
        <div className="concerns" aria-hidden="true">
          <ConcernSkeleton />
          <ConcernSkeleton />
        </div>
      )}
    </section>
  );
}

const ConcernSkeleton = () => (
  <div className="concern concern--skeleton">
    <Skeleton shape="rows" height="152px" />
  </div>
);

interface ConcernsProps {
  readonly groups: readonly AttentionGroup[];
  readonly data: OverviewQuery;
  readonly can: Readable;
}

function Concerns({ groups, data, can }: ConcernsProps) {
  const { count: playlists = 0, itemCount: items = 0 } = data.playlistSummary ?? {};
  const check = useSlotCheck(can.media ? playlists : 0);
  const cost = checkCost({ playlists, items, media: data.mediaSummary?.count ?? 0 });
  const cards = (isWanted: (group: AttentionGroup) => boolean) =>
    groups.filter(isWanted).map((group) => <AttentionCard key={group.key} group={group} />);
  return (
    <>
      {groups.length === 0 && check.gone.length === 0 && <p className="calm">{calmSentence(data, can)}</p>}
      <div className="concerns">
        {cards(({ tone }) => tone === 'bad')}
        {can.media && playlists > 0 && <SlotCheckCard check={check} playlists={playlists} cost={cost} />}
        {!can.media && data.playlistSummary && (
          <Card title="Items whose media file is gone" tone="none">
            <div className="concern__note">
              <ScopeNote scope="media:read" />
            </div>
          </Card>
        )}
        {cards(({ tone }) => tone !== 'bad')}
      </div>
    </>
  );
}

/** Nothing is claimed of what could not be read. */
function calmSentence(data: OverviewQuery, can: Readable): string {
  const summaries = [
    can.screens && data.screenSummary,
    can.playlists && data.playlistSummary,
    can.media && data.mediaSummary,
  ];
  if (summaries.every((summary) => !summary)) return 'Nothing could be read that might need attention.';
  const isWhole = summaries.every((summary) => summary && summary.precision === 'EXACT');
  return isWhole ? 'Nothing needs attention.' : 'Nothing needs attention in what could be read.';
}
