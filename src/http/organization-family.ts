import type { CollectorName, Scrape } from '../operation/scrape.js';
import type { Screen } from '../partner/screen.js';

type Read<Name extends CollectorName> = NonNullable<Scrape[Name]>;

/**
 * The metrics of an organization. A collector that could not be read whole has none of its own.
 *
 * @param requests REST requests that the scrape has sent
 * @param maxScreens screens with series of their own (ORGANIZATION_METRICS_MAX_SCREENS)
 */
export function* organizationFamilies(
  scrape: Scrape,
  requests: number,
  maxScreens: number,
): Generator<Family, void, void> {
  const { organization, screens, playlists, media } = scrape;
  const successes = Object.entries(scrape).map(([collector, read]): Sample => [
    read === null ? 0 : 1,
    { collector },
  ]);
  yield gauge('signage_collector_success', 'Whether the collector was read whole.', successes);
  yield gauge('signage_scrape_upstream_requests', 'REST requests that this scrape has sent.', requests);
  const unreadable = Object.entries({ screens, playlists, media }).flatMap(([collector, read]): Sample[] =>
    read == null ? [] : [[read.broken.length, { collector }]],
  );
  if (unreadable.length > 0)
    yield gauge(
      'signage_unreadable_records',
      'Records that break the contract; no other figure counts them.',
      unreadable,
    );
  if (organization != null) yield organizationFamily(organization);
  if (screens != null) yield* screenFamilies(screens, maxScreens);
  if (playlists != null) yield* playlistFamilies(playlists);
  if (media != null) yield* mediaFamilies(media);
}

function organizationFamily({ id, name }: Read<'organization'>): Family {
  const labels = { organization_id: toLabelValue(id), organization_name: toLabelValue(name) };
  return info('signage_organization', 'The organization of the credential.', [[1, labels]]);
}

function* screenFamilies({ records }: Read<'screens'>, maxScreens: number): Generator<Family, void, void> {
  const on = records.filter(({ availability }) => availability.isOnNow);
  const dark = on.filter(({ status }) => status === 'offline');
  const shown = showEach(records, maxScreens);
  yield gauge(
    'signage_screens',
    'Screens by status.',
    countStatus(['online', 'offline', 'unpaired'], records),
  );
  yield gauge('signage_screens_scheduled_on', 'Screens whose schedule is on now, as reported.', on.length);
  yield gauge('signage_screens_offline_while_scheduled_on', 'Those of them that are offline.', dark.length);
  yield info(
    'signage_screen',
    'The name of a screen.',
    samplesOf(shown, ({ name }) => [1, { screen_name: toLabelValue(name) }]),
  );
  yield gauge(
    'signage_screen_online',
    'Whether a paired screen is online.',
    samplesOf(shown, ({ status }) => (status === 'online' ? [1] : status === 'offline' ? [0] : undefined)),
  );
  yield gauge(
    'signage_screen_scheduled_on',
    'Whether the schedule of a screen is on now, as reported.',
    samplesOf(shown, ({ availability }) => [availability.isOnNow ? 1 : 0]),
  );
  yield gauge(
    'signage_screen_series_omitted',
    'Screens without series of their own.',
    records.length - shown.size,
  );
}

/** The first screens by the label of their id: ids that differ beyond its length would make the same series. */
function showEach(records: readonly Screen[], maxScreens: number): ReadonlyMap<string, Screen> {
  const shown = new Map<string, Screen>();
  for (const screen of records) {
    if (shown.size >= maxScreens) break;
    const label = toLabelValue(screen.id);
    if (!shown.has(label)) shown.set(label, screen);
  }
  return shown;
}

/** @param sampleOf undefined for a screen without the series */
function* samplesOf(
  shown: ReadonlyMap<string, Screen>,
  sampleOf: (screen: Screen) => Sample | undefined,
): Generator<Sample, void, void> {
  for (const [screen_id, screen] of shown) {
    const sample = sampleOf(screen);
    if (sample !== undefined) yield [sample[0], { screen_id, ...sample[1] }];
  }
}

function* playlistFamilies({ records }: Read<'playlists'>): Generator<Family, void, void> {
  const empty = records.filter(({ itemCount }) => itemCount === 0);
  yield gauge('signage_playlists', 'Playlists.', records.length);
  yield gauge('signage_playlists_empty', 'Playlists without items.', empty.length);
}

function* mediaFamilies({ records }: Read<'media'>): Generator<Family, void, void> {
  // Two finite sizes can add up to Infinity.
  const bytes = records.reduce((sum, { sizeBytes }) => Math.min(sum + (sizeBytes ?? 0), Number.MAX_VALUE), 0);
  yield gauge('signage_media', 'Media by status.', countStatus(['processing', 'ready', 'failed'], records));
  yield gauge('signage_media_bytes', 'Bytes of all media whose size is known.', bytes);
}

/** @param listed statuses that are shown at 0 too */
function countStatus<Status extends string>(
  listed: readonly Status[],
  records: readonly { readonly status: NoInfer<Status> | 'UNRECOGNIZED' }[],
): readonly Sample[] {
  const counts = new Map<string, number>(listed.map((status) => [status, 0]));
  for (const { status } of records) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => [count, { status: status.toUpperCase() }]);
}

/** @param value a single one, or samples with labels */
const gauge = (name: string, help: string, value: number | Iterable<Sample>): Family => ({
  name,
  help,
  type: 'gauge',
  samples: typeof value === 'number' ? [[value]] : value,
});

const info = (name: string, help: string, samples: Iterable<Sample>): Family => ({
  name,
  help,
  type: 'info',
  samples,
});

/** A metric in the text format of Prometheus, version 0.0.4, or of OpenMetrics 1.0. */
interface Family {
  /** Without the suffix `_info` of an info metric. */
  readonly name: string;
  /** A sentence without a quotation mark, a backslash or a line break. */
  readonly help: string;
  /** A gauge, or an info metric: text in labels, and always 1. */
  readonly type: 'gauge' | 'info';
  readonly samples: Iterable<Sample>;
}

/** A finite value, and its labels by their names. */
type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

export type ExpositionType = 'text/plain' | 'application/openmetrics-text';

/** The lines of metrics, each made on demand. */
export function* printExposition(
  families: Iterable<Family>,
  type: ExpositionType,
): Generator<string, void, void> {
  const isOpen = type === 'application/openmetrics-text';
  for (const { name, help, type: kind, samples } of families) {
    const series = kind === 'info' ? `${name}_info` : name;
    const named = isOpen ? name : series;
    yield `# HELP ${named} ${help}\n# TYPE ${named} ${isOpen ? kind : 'gauge'}\n`;
    for (const [value, labels] of samples)
      yield `${series}${labels === undefined ? '' : printLabels(labels)} ${value}\n`;
  }
  if (isOpen) yield '# EOF\n';
}

const printLabels = (labels: Readonly<Record<string, string>>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, escape)}"`)
    .join()}}`;

const escape = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);

/** Code points of a label's value. */
const maxLabelLength = 200;

/** A text as a label's value: cut, and without what a reader of the format may take for its end. */
export function toLabelValue(text: string): string {
  // No code point has more than two units, so the rest is not looked at.
  const cut =
    text.length <= maxLabelLength
      ? text
      : [...text.slice(0, 2 * maxLabelLength)].slice(0, maxLabelLength).join('');
  return cut.toWellFormed().replaceAll('\0', '\ufffd');
}
