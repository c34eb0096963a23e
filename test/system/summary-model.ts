import type { RestRecord } from './rest.js';

/**
 * The figures of a summary, from the records as the Partner API sends them, in the plainest way.
 */
const figuresOf = (records: readonly RestRecord[]) => ({
  count: records.length,
  precision: 'EXACT',
  lastUpdatedAt: records
    .map(({ updatedAt }) => String(updatedAt))
    .reduce<string | null>((a, b) => (a === null || Date.parse(b) > Date.parse(a) ? b : a), null),
});

export const screenFigures = (screens: readonly RestRecord[]) => ({
  ...figuresOf(screens),
  byStatus: tallyOf(screens, 'status'),
  byOrientation: tallyOf(screens, 'orientation'),
  byTimezone: tally('timezone', screens.map(timezoneOf)),
  onNow: screens.filter(isOnNow).length,
  totalDurationSeconds: add(screens, 'totalDurationSeconds'),
});

export const playlistFigures = (playlists: readonly RestRecord[]) => ({
  ...figuresOf(playlists),
  empty: playlists.filter(({ itemCount }) => itemCount === 0).length,
  itemCount: add(playlists, 'itemCount'),
  totalDurationSeconds: add(playlists, 'totalDurationSeconds'),
});

export const mediaFigures = (media: readonly RestRecord[]) => ({
  ...figuresOf(media),
  byType: tallyOf(media, 'type'),
  byStatus: tallyOf(media, 'status'),
  totalSizeBytes: add(media, 'sizeBytes'),
  sizeUnknown: media.filter(({ sizeBytes }) => sizeBytes === undefined).length,
});

const timezoneOf = ({ availability }: RestRecord): string =>
  String((availability as RestRecord)['timezone']);

const isOnNow = ({ availability }: RestRecord): boolean =>
  (availability as RestRecord)['isOnNow'] === true;

const publicName = (value: unknown): string | null =>
  typeof value === 'string' ? value.toUpperCase().replace('-', '_') : null;

const add = (records: readonly RestRecord[], field: string): number =>
  records.reduce((sum, record) => sum + Number(record[field] ?? 0), 0);

const tallyOf = (records: readonly RestRecord[], field: string): RestRecord[] =>
  tally(
    field,
    records.map((record) => publicName(record[field])),
  );

/** The most frequent first, then by name, null last. */
function tally(name: string, values: readonly (string | null)[]): RestRecord[] {
  const counts = [...new Set(values)].map((value) => ({
    value,
    count: values.filter((each) => each === value).length,
  }));
  const rank = (value: string | null): string => value?.toUpperCase() ?? '\uffff';
  return counts
    .toSorted((a, b) => b.count - a.count || (rank(a.value) < rank(b.value) ? -1 : 1))
    .map(({ value, count }) => ({ [name]: value, count }));
}

/**
 * Every summary of the schema, with the list that it counts. A new figure belongs into its function
 * above.
 */
export const summaryModels: Readonly<
  Record<
    string,
    { readonly list: string; readonly figuresOf: (records: readonly RestRecord[]) => RestRecord }
  >
> = {
  screenSummary: { list: '/screens', figuresOf: screenFigures },
  playlistSummary: { list: '/playlists', figuresOf: playlistFigures },
  mediaSummary: { list: '/media', figuresOf: mediaFigures },
};
