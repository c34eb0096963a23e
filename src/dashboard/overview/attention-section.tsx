import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../component/format.js';
import { PartFailure, ScopeNote } from '../component/notice.js';
import { Skeleton } from '../component/skeleton.js';
import { AgoTime } from '../component/time.js';
import { RecordLink } from '../component/record-link.js';
import type { Readable } from '../data/collection.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { type AttentionGroup, attentionOf } from './attention.js';
import { type SlotCheck, useSlotCheck } from './use-slot-check.js';

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
  const media = data.mediaSummary?.count ?? 0;
  const check = useSlotCheck({ playlists: can.media ? playlists : 0, items, media });
  const cards = (isWanted: (group: AttentionGroup) => boolean) =>
    groups.filter(isWanted).map((group) => <AttentionCard key={group.key} group={group} />);
  return (
    <>
      {groups.length === 0 && check.gone.length === 0 && (
        <p className="calm">{calmSentence(data, can)}</p>
      )}
      <div className="concerns">
        {cards(({ tone }) => tone === 'bad')}
        {check.playlists > 0 && <SlotCheckCard check={check} />}
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
  if (summaries.every((summary) => !summary))
    return 'Nothing could be read that might need attention.';
  const isWhole = summaries.every((summary) => summary && summary.precision === 'EXACT');
  return isWhole ? 'Nothing needs attention.' : 'Nothing needs attention in what could be read.';
}

interface CardProps {
  readonly title: string;
  readonly tone: AttentionGroup['tone'];
  /** Undefined where it is not known. */
  readonly count?: number;
  /** The list of all of them. */
  readonly href?: string;
  readonly children: ReactNode;
}

/** The frame of one thing that needs attention. */
const Card = ({ title, tone, count, href, children }: CardProps) => (
  <section className={`concern concern--${tone}`} aria-label={title}>
    <h3 className="concern__head">
      <span className="concern__title">{title}</span>
      {count !== undefined && <span className="concern__count">{formatNumber(count)}</span>}
      {href !== undefined && (
        <a className="concern__all" href={href} aria-label={`${title}: show all`}>
          Show all
        </a>
      )}
    </h3>
    {children}
  </section>
);

/** The first records of a group. */
function AttentionCard({ group }: { readonly group: AttentionGroup }) {
  const { title, tone, count, href, collection, records } = group;
  return (
    <Card title={title} tone={tone} count={count} href={href}>
      <ul className="concern__rows concern__rows--first">
        {records.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <RecordLink collection={collection} id={id} name={name} />
            <AgoTime at={updatedAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Rows before the rest is a number. */
const maxRows = 8;

/** Slots that play nothing, because their file was deleted. */
function SlotCheckCard({ check }: { readonly check: SlotCheck }) {
  const { playlists, cost, gone, checked, failures, asOf } = check;
  const all = formatCount(playlists, 'playlist');
  const isWhole = checked >= playlists && failures.length === 0;
  return (
    <Card
      title="Items whose media file is gone"
      tone={gone.length > 0 ? 'bad' : 'none'}
      {...((isWhole || gone.length > 0) && { count: gone.length })}
    >
      {gone.length > 0 && (
        <ul className="concern__rows">
          {gone.slice(0, maxRows).map(({ playlistId, playlistName, slotId, position }) => (
            <li key={`${playlistId} ${slotId} ${position}`}>
              <RecordLink collection="playlists" id={playlistId} name={playlistName} />
              <span className="ago">position {position}</span>
            </li>
          ))}
        </ul>
      )}
      {gone.length > maxRows && (
        <p className="concern__note">and {formatNumber(gone.length - maxRows)} more</p>
      )}
      {failures.length > 0 && (
        <div className="concern__note">
          <PartFailure what="Some playlists" error={failures[0]} />
        </div>
      )}
      <div className="concern__foot">
        <CheckButton {...check} />
        <span className="muted">about {formatCount(cost, 'REST request')}</span>
        <span className="muted" role="status">
          {checked > 0 &&
            (isWhole ? `${all} checked ` : `${formatNumber(checked)} of ${all} asked for `)}
          {asOf !== undefined && <AgoTime at={new Date(asOf).toISOString()} />}
        </span>
      </div>
    </Card>
  );
}

function CheckButton({ playlists, checked, isRunning, run }: SlotCheck) {
  const all = formatCount(playlists, 'playlist');
  return (
    <button
      type="button"
      className="button button--small"
      aria-disabled={isRunning}
      onClick={() => !isRunning && run()}
    >
      {isRunning ? `Checking ${all}…` : checked > 0 ? 'Check again' : `Check ${all}`}
    </button>
  );
}
