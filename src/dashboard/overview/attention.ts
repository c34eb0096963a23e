import { allCollections, type Collection, listHref } from '../data/collection.js';
import type { OverviewQuery } from '../generated/graphql.js';

/** Something that needs attention: the first records, and a link to all of them. */
export interface AttentionGroup {
  /** Alias of its list in the query. */
  readonly key: AttentionKey;
  readonly title: string;
  /** As in `19 screens offline while scheduled on`; only of what is urgent. */
  readonly urgency?: string;
  readonly tone: 'bad' | 'wait' | 'none';
  readonly count: number;
  readonly collection: Collection;
  readonly href: string;
  readonly records: readonly BriefRecord[];
}

type AttentionKey = Exclude<
  keyof OverviewQuery,
  '__typename' | `${string}Summary` | `changed${string}`
>;

interface Source extends Omit<AttentionGroup, 'count' | 'records' | 'href'> {
  readonly search: string;
}

/** The most urgent first: what should play now and does not. */
const sources: readonly Source[] = [
  {
    key: 'offlineOn',
    title: 'Offline while scheduled on',
    urgency: 'offline while scheduled on',
    tone: 'bad',
    collection: 'screens',
    search: 'status=OFFLINE&scheduled=on',
  },
  {
    key: 'failedMedia',
    title: 'Failed media files',
    urgency: 'failed',
    tone: 'bad',
    collection: 'media',
    search: 'status=FAILED',
  },
  {
    key: 'unpaired',
    title: 'Unpaired screens',
    tone: 'wait',
    collection: 'screens',
    search: 'status=UNPAIRED',
  },
  {
    key: 'emptyPlaylists',
    title: 'Empty playlists',
    tone: 'wait',
    collection: 'playlists',
    search: 'content=empty',
  },
  {
    key: 'offlineOff',
    title: 'Offline, scheduled off',
    tone: 'none',
    collection: 'screens',
    search: 'status=OFFLINE&scheduled=off',
  },
  {
    key: 'processingMedia',
    title: 'Media files in processing',
    tone: 'none',
    collection: 'media',
    search: 'status=PROCESSING',
  },
];

/** What needs attention, the most urgent first; groups without records are left out. */
export const attentionOf = (data: OverviewQuery): readonly AttentionGroup[] =>
  sources.flatMap(({ search, ...group }) => {
    const found = data[group.key];
    if (found == null || found.totalCount === 0) return [];
    return [
      {
        ...group,
        count: found.totalCount,
        href: listHref(group.collection, `${search}&sort=-updated`),
        records: found.nodes.filter((node) => node !== null),
      },
    ];
  });

/** A record as far as the overview shows it. */
interface BriefRecord {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
}

/** The lists of each collection, null entries for records that could not be read. */
type BriefLists = Readonly<
  Partial<Record<Collection, readonly (BriefRecord | null)[] | undefined>>
>;

/**
 * The last changes of all collections, the newest first.
 *
 * @param maximum number of changes
 */
export function mergeChanges(lists: BriefLists, maximum: number) {
  const all = allCollections.flatMap((collection) =>
    (lists[collection] ?? []).flatMap((record) =>
      record === null ? [] : [{ ...record, collection }],
    ),
  );
  return all.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, maximum);
}

/** What is no time comes last. */
function timeOf({ updatedAt }: BriefRecord): number {
  const time = Date.parse(updatedAt);
  return Number.isNaN(time) ? -Infinity : time;
}
