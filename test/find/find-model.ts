import type { Draw } from '../fuzz/draw.js';
import type { CollectionName, Entry } from './find-world.js';

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

const apostrophes = /['`´‘’‛′‵＇｀ʹʻʼʽʾʿˈˊˋʹ΄᾽᾿՚׳Ꞌꞌ]/g;
const unseen = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
const typedLetters = 'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ħ=h ı=i ς=σ'
  .split(' ')
  .map((pair) => pair.split('=') as [letter: string, typed: string]);
const typedUmlauts = [
  [/ä|a\u0308/giu, 'ae'],
  [/ö|o\u0308|ø/giu, 'oe'],
  [/ü|u\u0308/giu, 'ue'],
  [/å|a\u030a/giu, 'aa'],
] as const;

/** A text as it is searched: what docs/find.md says under "Words", sentence by sentence. */
export function fold(text: string): string {
  const decomposed = text.replace(apostrophes, '').normalize('NFKD');
  const bare = decomposed.replace(unseen, '').replace(apostrophes, '').toLowerCase();
  return typedLetters.reduce((folded, [letter, typed]) => folded.replaceAll(letter, typed), bare);
}

/** The same with umlauts written as two letters. */
export const foldSpelled = (text: string): string =>
  fold(typedUmlauts.reduce((spelled, [umlaut, typed]) => spelled.replace(umlaut, typed), text));

/** Whether a text has all words of another one. */
export function hasWords(text: string, wanted: string): boolean {
  const [plain = [], spelled = []] = [fold, foldSpelled].map((way) =>
    way(wanted).split(/[\s\p{Pd}−⁃]/u),
  );
  return plain.every(
    (word, index) =>
      fold(text).includes(word) || foldSpelled(text).includes(spelled[index] ?? word),
  );
}

/** Time zones of records. */
export const zones = ['Europe/Berlin', 'UTC'];

/** Times of records, and to compare them with. */
export const instants = [
  '2026-05-17T08:00:00Z',
  '2026-05-17T10:00:00+02:00',
  '2026-05-17T08:00:00.250Z',
  '2026-05-16T23:00:00-05:00',
];

/** Milliseconds; null for a text that is no date-time. */
const timeOf = (text: unknown): number | null =>
  typeof text === 'string' && text.includes('T') ? Date.parse(text) : null;

const object = (value: unknown): Raw =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const enumName = (value: string): string => value.toUpperCase().replace('-', '_');
const enumOf = (value: unknown, known: readonly string[]): string | null =>
  typeof value !== 'string' ? null : known.includes(value) ? enumName(value) : 'UNRECOGNIZED';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What a member of a filter finds, by hand. */
interface MemberModel {
  /** A value as a client may send it. */
  readonly draw: (draw: Draw, entries: readonly Entry[]) => unknown;
  readonly matches: (record: Raw, value: unknown) => boolean;
}

const someOf =
  (values: readonly string[]) =>
  (draw: Draw): string | readonly string[] =>
    draw.once(5)
      ? draw.from(values)
      : Array.from({ length: draw.below(4) }, () => draw.from(values));

const enumIn = (field: string, known: readonly string[]): MemberModel => ({
  draw: someOf([...known.map(enumName), 'UNRECOGNIZED']),
  matches: (record, value) => {
    const found = enumOf(record[field], known);
    return found !== null && listOf(value).includes(found);
  },
});

const since = (field: string): MemberModel => ({
  draw: (draw) => draw.from(instants),
  matches: (record, value) => (timeOf(record[field]) ?? -Infinity) >= (timeOf(value) ?? 0),
});

const before = (field: string): MemberModel => ({
  draw: (draw) => draw.from(instants),
  matches: (record, value) => (timeOf(record[field]) ?? Infinity) < (timeOf(value) ?? 0),
});

const commonMembers: Readonly<Record<string, MemberModel>> = {
  idIn: {
    draw: (draw, entries) =>
      someOf(['..', 'none', ...entries.map(({ record }) => record.id)])(draw),
    matches: (record, value) => listOf(value).includes(record['id']),
  },
  nameContains: {
    draw: (draw) =>
      draw.from(['', 'gleis', 'APFEL', '2 Gleis', 'ü', 'u', 'ue', 'kings-cross', '😀', 'x']),
    matches: (record, value) => hasWords(text(record['name']), text(value)),
  },
  text: {
    draw: (draw, entries) =>
      draw.from([
        'gleis neben',
        'aepfel',
        ' – ',
        'x',
        ...entries.slice(0, 9).map(({ record }) => ` ${record.id} `),
      ]),
    matches: (record, value) =>
      record['id'] === text(value).trim() ||
      hasWords(`${text(record['name'])}\n${text(record['description'])}`, text(value)),
  },
  createdSince: since('createdAt'),
  createdBefore: before('createdAt'),
  updatedSince: since('updatedAt'),
  updatedBefore: before('updatedAt'),
};

/**
 * Every member of every filter of the schema. The records that they split are in `find-draw.ts`.
 */
export const memberModels: Readonly<Record<CollectionName, Readonly<Record<string, MemberModel>>>> =
  {
    screens: {
      ...commonMembers,
      statusIn: enumIn('status', ['online', 'offline', 'unpaired']),
      orientationIn: enumIn('orientation', [
        'landscape',
        'landscape-flipped',
        'portrait',
        'portrait-flipped',
      ]),
      timezoneIn: {
        draw: someOf([...zones, 'utc']),
        matches: ({ availability }, value) =>
          listOf(value).includes(object(availability)['timezone']),
      },
      isOnNow: {
        draw: (draw) => draw.once(2),
        matches: ({ availability }, value) => object(availability)['isOnNow'] === value,
      },
    },
    playlists: {
      ...commonMembers,
      isEmpty: {
        draw: (draw) => draw.once(2),
        matches: ({ itemCount }, value) => (itemCount === 0) === value,
      },
    },
    media: {
      ...commonMembers,
      statusIn: enumIn('status', ['processing', 'ready', 'failed']),
      typeIn: enumIn('type', ['image', 'video']),
      mimeTypeIn: {
        draw: someOf(['image/png', 'IMAGE/PNG']),
        matches: ({ mimeType }, value) => mimeType !== null && listOf(value).includes(mimeType),
      },
    },
  };

const ranks: Readonly<Record<string, number>> = {
  online: 0,
  offline: 1,
  unpaired: 2,
  processing: 0,
  ready: 1,
  failed: 2,
};

/** What an order compares; null for a value that is missing or unknown. */
type KeyModel = (record: Raw) => string | number | null;

const numberIn =
  (field: string): KeyModel =>
  (record) => {
    const value = record[field];
    return typeof value === 'number' ? value : null;
  };

const commonKeys: Readonly<Record<string, KeyModel>> = {
  NAME: ({ name }) => text(name),
  CREATED_AT: ({ createdAt }) => timeOf(createdAt),
  UPDATED_AT: ({ updatedAt }) => timeOf(updatedAt),
};

const status: KeyModel = (record) => ranks[text(record['status'])] ?? null;
const counts = {
  ITEM_COUNT: numberIn('itemCount'),
  TOTAL_DURATION: numberIn('totalDurationSeconds'),
};

/** Every field of every order of the schema. */
export const keyModels: Readonly<Record<CollectionName, Readonly<Record<string, KeyModel>>>> = {
  screens: { ...commonKeys, STATUS: status, ...counts },
  playlists: { ...commonKeys, ...counts },
  media: { ...commonKeys, STATUS: status, SIZE: numberIn('sizeBytes') },
};

const collator = new Intl.Collator('en', { numeric: true });

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b);

function compareIds(a: string, b: string): number {
  const [left, right] = [a, b].map((id) => Array.from(id, (letter) => letter.codePointAt(0) ?? 0));
  const at = (left ?? []).findIndex((point, index) => point !== right?.[index]);
  return at === -1 ? -1 : (left?.[at] ?? 0) - (right?.[at] ?? -1);
}

/** Ids of the records that match, in order. */
export function findAll(
  name: CollectionName,
  entries: readonly Entry[],
  filter: Filter | null,
  orderBy: OrderBy | null,
): string[] {
  const members = Object.entries(filter ?? {}).filter(([, value]) => value !== null);
  const records = entries
    .filter(({ kind }) => kind === 'visible')
    .map(({ record }) => record)
    .filter((record) =>
      members.every(([member, value]) =>
        modelOf(memberModels[name], member).matches(record, value),
      ),
    );
  if (orderBy === null) return records.map(({ id }) => id);
  const keyOf = modelOf(keyModels[name], orderBy.field);
  const sign = orderBy.direction === 'DESC' ? -1 : 1;
  return records
    .map((record) => ({ id: record.id, key: keyOf(record) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return a.key === b.key ? compareIds(a.id, b.id) : a.key === null ? 1 : -1;
      return sign * compareKeys(a.key, b.key) || compareIds(a.id, b.id);
    })
    .map(({ id }) => id);
}

function modelOf<M>(models: Readonly<Record<string, M>>, name: string): M {
  const model = models[name];
  if (model === undefined) throw new Error(`${name} has no model.`);
  return model;
}
