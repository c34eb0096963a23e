import type { ReactNode } from 'react';
import { ScopeNote } from '../component/missing.js';
import { Skeleton } from '../component/panel.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { AttentionCard, Card } from './attention-card.js';
import { type AttentionGroup, attentionOf } from './attention.js';
import type { Readable } from './counts.js';
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
  const { playlistSummary } = data ?? {};
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="overview__title">
        Needs attention
        {groups !== undefined && groups.length > 0 && (
          <span className="overview__order">the last updated first</span>
        )}
      </h2>
      {groups === undefined ? (
        <div className="concerns" aria-hidden="true">
          <ConcernSkeleton />
          <ConcernSkeleton />
        </div>
      ) : can.media && playlistSummary && playlistSummary.count > 0 ? (
        <WithSlots groups={groups} data={data} can={can} playlistSummary={playlistSummary} />
      ) : (
        <Concerns groups={groups} goneCount={0} can={can} data={data}>
          {playlistSummary && !can.media && <SlotsNeedScope />}
        </Concerns>
      )}
    </section>
  );
}

const ConcernSkeleton = () => (
  <div className="concern concern--skeleton">
    <Skeleton shape="rows" height="152px" />
  </div>
);

const SlotsNeedScope = () => (
  <Card title="Items whose media file is gone" tone="none">
    <div className="concern__note">
      <ScopeNote scope="media:read" />
    </div>
  </Card>
);

interface WithSlotsProps extends ConcernsBase {
  readonly playlistSummary: NonNullable<OverviewQuery['playlistSummary']>;
}

function WithSlots({ groups, data, can, playlistSummary: { count, itemCount } }: WithSlotsProps) {
  const check = useSlotCheck(count);
  const cost = checkCost({ playlists: count, items: itemCount, media: data?.mediaSummary?.count ?? 0 });
  return (
    <Concerns groups={groups} goneCount={check.gone.length} can={can} data={data}>
      <SlotCheckCard check={check} playlists={count} cost={cost} />
    </Concerns>
  );
}

interface ConcernsBase {
  readonly groups: readonly AttentionGroup[];
  readonly data: OverviewQuery | undefined;
  readonly can: Readable;
}

interface ConcernsProps extends ConcernsBase {
  readonly goneCount: number;
  readonly children?: ReactNode;
}

function Concerns({ groups, goneCount, data, can, children }: ConcernsProps) {
  const cards = (isWanted: (group: AttentionGroup) => boolean): ReactNode =>
    groups.filter(isWanted).map((group) => <AttentionCard key={group.key} group={group} />);
  return (
    <>
      {groups.length === 0 && goneCount === 0 && <p className="calm">{calmSentence(data, can)}</p>}
      <div className="concerns">
        {cards(({ tone }) => tone === 'bad')}
        {children}
        {cards(({ tone }) => tone !== 'bad')}
      </div>
    </>
  );
}

/** Nothing is claimed of what could not be read. */
function calmSentence(data: OverviewQuery | undefined, can: Readable): string {
  const summaries = [
    can.screens && data?.screenSummary,
    can.playlists && data?.playlistSummary,
    can.media && data?.mediaSummary,
  ];
  if (summaries.every((summary) => !summary)) return 'Nothing could be read that might need attention.';
  const isWhole = summaries.every((summary) => summary && summary.precision === 'EXACT');
  return isWhole ? 'Nothing needs attention.' : 'Nothing needs attention in what could be read.';
}
