import type { Json } from './rest.js';

/** The figures of a summary, from the records as the Partner API sends them, in the plainest way. */
const figuresOf = (records: readonly Json[]) => ({
  count: records.length,
  precision: 'EXACT',
  lastUpdatedAt: records
    .map(({ updatedAt }) => String(updatedAt))
    .reduce<string | null>((a, b) => (a === null || Date.parse(b) > Date.parse(a) ? b : a), null),
});

export const screenFigures = (screens: readonly Json[]) => ({
  ...figuresOf(screens),
  byStatus: tally(
    'status',
    screens.map(({ status }) => publicName(status)),
  ),
  byOrientation: tally(
    'orientation',
    screens.map(({ orientation }) => publicName(orientation)),
  ),
  byTimezone: tally('timezone', screens.map(timezoneOf)),
  onNow: screens.filter(isOnNow).length,
  totalDurationSeconds: add(screens, 'totalDurationSeconds'),
});

export const playlistFigures = (playlists: readonly Json[]) => ({
  ...figuresOf(playlists),
  empty: playlists.filter(({ itemCount }) => itemCount === 0).length,
  itemCount: add(playlists, 'itemCount'),
  totalDurationSeconds: add(playlists, 'totalDurationSeconds'),
});

export const mediaFigures = (media: readonly Json[]) => ({
  ...figuresOf(media),
  byType: tally(
    'type',
    media.map(({ type }) => publicName(type)),
  ),
  byStatus: tally(
    'status',
    media.map(({ status }) => publicName(status)),
  ),
  totalSizeBytes: add(media, 'sizeBytes'),
  sizeUnknown: media.filter(({ sizeBytes }) => sizeBytes === undefined).length,
});

export const timezoneOf = ({ availability }: Json): string => String((availability as Json)['timezone']);

export const isOnNow = ({ availability }: Json): boolean => (availability as Json)['isOnNow'] === true;

const publicName = (value: unknown): string | null =>
  typeof value === 'string' ? value.toUpperCase().replace('-', '_') : null;

const add = (records: readonly Json[], field: string): number =>
  records.reduce((sum, record) => sum + Number(record[field] ?? 0), 0);

/** The most frequent first, then by name, null last. */
function tally(name: string, values: readonly (string | null)[]): Json[] {
  const counts = [...new Set(values)].map((value) => ({
    value,
    count: values.filter((each) => each === value).length,
  }));
  const rank = (value: string | null): string => value?.toUpperCase() ?? '\uffff';
  return counts
    .toSorted((a, b) => b.count - a.count || (rank(a.value) < rank(b.value) ? -1 : 1))
    .map(({ value, count }) => ({ [name]: value, count }));
}

/** Every summary of the schema, with the list that it counts. A new figure belongs into its function above. */
export const summaryModels: Readonly<
  Record<string, { readonly list: string; readonly figuresOf: (records: readonly Json[]) => Json }>
> = {
  screenSummary: { list: '/screens', figuresOf: screenFigures },
  playlistSummary: { list: '/playlists', figuresOf: playlistFigures },
  mediaSummary: { list: '/media', figuresOf: mediaFigures },
};
