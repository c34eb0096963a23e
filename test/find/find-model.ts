import type { Entry } from './find-world.js';

/** The rules of finding, written naively from their description; nothing here is from `src`. */

export type Filter = Readonly<Record<string, unknown>>;

export interface OrderBy {
  readonly field: string;
  readonly direction?: 'ASC' | 'DESC';
}

type Raw = Readonly<Record<string, unknown>>;

/** Whether a filter finds anything but the list as it is. */
export const isFilter = (filter: Filter | null): boolean =>
  filter !== null && Object.values(filter).some((value) => value !== null);

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Milliseconds; null for a text that is no date-time. */
const timeOf = (text: unknown): number | null =>
  typeof text === 'string' && text.includes('T') ? Date.parse(text) : null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const enumOf = (value: unknown, known: readonly string[]): string | null =>
  typeof value !== 'string' ? null : known.includes(value) ? value.toUpperCase() : 'UNRECOGNIZED';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const knownValues = [
  'online',
  'offline',
  'unpaired',
  'processing',
  'ready',
  'failed',
  'landscape',
  'portrait',
  'image',
  'video',
];

function matchesMember(record: Raw, member: string, value: unknown): boolean {
  // Screens have one.
  const availability = (record['availability'] ?? {}) as Raw;
  const [, field = '', bound] = /^(created|updated)(Since|Before)$/.exec(member) ?? [];
  if (bound !== undefined) {
    const [time, limit] = [timeOf(record[`${field}At`]), timeOf(value) ?? 0];
    return time !== null && (bound === 'Since' ? time >= limit : time < limit);
  }
  switch (member) {
    case 'idIn':
      return listOf(value).includes(record['id']);
    case 'nameContains':
      return fold(text(record['name'])).includes(fold(text(value)));
    case 'isEmpty':
      return (record['itemCount'] === 0) === value;
    case 'isOnNow':
      return availability['isOnNow'] === value;
    case 'timezoneIn':
      return listOf(value).includes(availability['timezone']);
    case 'mimeTypeIn':
      return record['mimeType'] !== null && listOf(value).includes(record['mimeType']);
    default: {
      const found = enumOf(record[member.slice(0, -2)], knownValues);
      return found !== null && listOf(value).includes(found);
    }
  }
}

const ranks: Readonly<Record<string, number>> = {
  online: 0,
  offline: 1,
  unpaired: 2,
  processing: 0,
  ready: 1,
  failed: 2,
};

/** Null for a value that is missing or unknown. */
function keyOf(record: Raw, field: string): string | number | null {
  switch (field) {
    case 'NAME':
      return text(record['name']);
    case 'STATUS':
      return ranks[text(record['status'])] ?? null;
    case 'CREATED_AT':
      return timeOf(record['createdAt']);
    case 'UPDATED_AT':
      return timeOf(record['updatedAt']);
    default: {
      const member =
        { ITEM_COUNT: 'itemCount', TOTAL_DURATION: 'totalDurationSeconds', SIZE: 'sizeBytes' }[field] ?? '';
      const value = record[member];
      return typeof value === 'number' ? value : null;
    }
  }
}

const collator = new Intl.Collator('en', { numeric: true });

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b);

function compareIds(a: string, b: string): number {
  const [left, right] = [a, b].map((id) => Array.from(id, (letter) => letter.codePointAt(0) ?? 0));
  const at = (left ?? []).findIndex((point, index) => point !== right?.[index]);
  return at === -1 ? -1 : (left?.[at] ?? 0) - (right?.[at] ?? -1);
}

/** Ids of the records that match, in order. */
export function findAll(entries: readonly Entry[], filter: Filter | null, orderBy: OrderBy | null): string[] {
  const members = Object.entries(filter ?? {}).filter(([, value]) => value !== null);
  const records = entries
    .filter(({ kind }) => kind === 'visible')
    .map(({ record }) => record)
    .filter((record) => members.every(([member, value]) => matchesMember(record, member, value)));
  if (orderBy === null) return records.map(({ id }) => id);
  const sign = orderBy.direction === 'DESC' ? -1 : 1;
  return records
    .map((record) => ({ id: record.id, key: keyOf(record, orderBy.field) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return a.key === b.key ? compareIds(a.id, b.id) : a.key === null ? 1 : -1;
      return sign * compareKeys(a.key, b.key) || compareIds(a.id, b.id);
    })
    .map(({ id }) => id);
}
