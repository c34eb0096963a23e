/** The organization in Prometheus (docs/operation.md, "Metrics of an organization"). */
import type { GraphQLError } from 'graphql';
import { type Dependent, Lifetime } from '../../base/lifetime.js';
import { inSlices, inTurns } from '../../base/print.js';
import { badRequest } from '../../document/parameters.js';
import { textBody } from '../../http/body.js';
import { prefer } from '../../http/negotiation.js';
import { callerOf, type Handler } from '../../http/request-handler.js';
import { notAllowed, refusalResponse } from '../../http/response.js';
import type { Route } from '../../http/route.js';
import { respond } from '../../http/writer.js';
import type { Caller } from '../../operation/operation-request.js';
import type { Runtime } from '../../operation/runtime.js';
import type { Media } from '../../partner/media.js';
import type { Playlist } from '../../partner/playlist.js';
import { quote } from '../../partner/quote.js';
import type { Screen } from '../../partner/screen.js';
import { scrub } from '../../partner/scrub.js';
import { LeftScrapes, type PrintedScrape, type ScrapeRun } from './left-scrape.js';
import {
  type CollectorName,
  collectorNames,
  isCollector,
  runScrape,
  type Scrape,
  type ScrapeResponse,
} from './scrape.js';

/** The metrics of an organization, where they are enabled. */
export function createOrganizationMetricsRoutes(runtime: Runtime): readonly Route[] {
  if (runtime.settings.ORGANIZATION_METRICS !== true) return [];
  const handler = createOrganizationMetrics(runtime);
  return [{ path: '/metrics/organization', handler, isCounted: true }];
}

function createOrganizationMetrics(runtime: Runtime): Handler {
  const left = new LeftScrapes(runtime.backlog);
  return async (request, context) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD');
    const caller = callerOf(request, context);
    const names = new Set(new URL(request.url).searchParams.getAll('collect[]'));
    const unknown = [...names].find((name) => !isCollector(name));
    if (unknown !== undefined) throw unknownCollector(unknown, caller);
    // A scrape hears of a client that leaves, but not of one that has left before.
    request.signal.throwIfAborted();
    const collectors = collectorNames.filter((name) => names.size === 0 || names.has(name));
    const type = prefer(request.headers.get('accept'), types) ?? types[0];
    const kind = `${type} ${collectors.join()}`;
    const owner = runtime.ownerOf(caller.credential);
    // Nobody reads figures from the response to HEAD.
    const reader = request.method === 'GET' ? owner : undefined;
    const kept = reader === undefined ? undefined : left.take(reader, kind);
    const run = kept ?? startScrape(runtime, caller, collectors, type);
    const client: Dependent = {
      end() {
        if (reader !== undefined) left.keep(reader, kind, run);
      },
    };
    caller.lifetime.add(client);
    const printed = await run.printed.finally(() => caller.lifetime.remove(client));
    if (printed.text === undefined) return refusalResponse(printed.refusal);
    const headers = { 'Content-Type': contentTypes[type], Vary: 'Accept' };
    if (request.method === 'HEAD') return new Response(null, { headers });
    return respond(textBody(printed.text), { headers }, () => owner);
  };
}

/** Starts a scrape that runs to its own end, whether or not its client waits. */
function startScrape(
  runtime: Runtime,
  caller: Caller,
  collectors: readonly CollectorName[],
  type: ExpositionType,
): ScrapeRun {
  const startedAt = performance.now();
  // It has a client that never leaves.
  const result = runScrape(runtime, { ...caller, lifetime: new Lifetime() }, collectors);
  const maxScreens = runtime.settings.ORGANIZATION_METRICS_MAX_SCREENS;
  return { startedAt, printed: result.then((each) => printScrape(each, type, maxScreens)) };
}

async function printScrape(
  response: ScrapeResponse,
  type: ExpositionType,
  maxScreens: number,
): Promise<PrintedScrape> {
  const { result } = response;
  if (result.data == null) return { text: undefined, refusal: response };
  const requests = result.extensions?.upstream.requests ?? 0;
  const lines = printExposition(familiesOf(result.data, requests, maxScreens), type);
  let text = '';
  for await (const slice of inTurns(inSlices(lines))) text += slice;
  return { text };
}

const types = ['text/plain', 'application/openmetrics-text'] as const;

type ExpositionType = (typeof types)[number];

const contentTypes: Readonly<Record<ExpositionType, string>> = {
  'text/plain': 'text/plain; version=0.0.4; charset=utf-8',
  'application/openmetrics-text': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

function unknownCollector(name: string, { credential }: Caller): GraphQLError {
  const shown = credential.kind === 'usable' ? scrub(name, credential.credential) : name;
  return badRequest(
    `collect[] is ${quote(shown)}, and must be one of ${collectorNames.join(', ')}.`,
  );
}

/** Its value is finite; true is 1, and false is 0. */
type Sample = readonly [value: number | boolean, labels?: Readonly<Record<string, string>>];

/**
 * A gauge, or, with the suffix `_info`, text in labels. The help is a sentence without `"`, `\` and
 * line breaks.
 */
type Family = readonly [name: string, help: string, value: number | readonly Sample[]];

type Families = Generator<Family, void, void>;

/**
 * A collector that could not be read whole has no metrics of its own.
 *
 * @param requests that the scrape has sent
 */
function* familiesOf(scrape: Scrape, requests: number, maxScreens: number): Families {
  const { organization, screens, playlists, media } = scrape;
  const successes = Object.entries(scrape).map(
    ([collector, read]) => [read !== null, { collector }] as const,
  );
  yield ['signage_collector_success', 'Whether the collector was read whole.', successes];
  yield ['signage_scrape_upstream_requests', 'REST requests that this scrape has sent.', requests];
  const unreadable = Object.entries({ screens, playlists, media }).flatMap(
    ([collector, read]): Sample[] => (read == null ? [] : [[read.broken.length, { collector }]]),
  );
  const unreadableHelp = 'Records that break the contract; no other figure counts them.';
  if (unreadable.length > 0) yield ['signage_unreadable_records', unreadableHelp, unreadable];
  if (organization != null) {
    const { id, name } = organization;
    const labels = { organization_id: toLabelValue(id), organization_name: toLabelValue(name) };
    yield ['signage_organization_info', 'The organization of the credential.', [[1, labels]]];
  }
  if (screens != null) yield* screenFamilies(screens.records, maxScreens);
  if (playlists != null) yield* playlistFamilies(playlists.records);
  if (media != null) yield* mediaFamilies(media.records);
}

function* screenFamilies(screens: readonly Screen[], maxScreens: number): Families {
  const on = screens.filter(({ availability }) => availability.isOnNow);
  const dark = on.filter(({ status }) => status === 'offline');
  const byStatus = countStatus(['online', 'offline', 'unpaired'], screens);
  const shown = [...firstByLabel(screens, maxScreens)];
  const omitted = screens.length - shown.length;
  const names = shown.map(([screen_id, { name }]): Sample => [
    1,
    { screen_id, screen_name: toLabelValue(name) },
  ]);
  const paired = shown.filter(([, { status }]) => status === 'online' || status === 'offline');
  const each = (listed: typeof shown, read: (screen: Screen) => boolean): readonly Sample[] =>
    listed.map(([screen_id, screen]) => [read(screen), { screen_id }]);
  const online = each(paired, ({ status }) => status === 'online');
  const scheduled = each(shown, ({ availability }) => availability.isOnNow);
  const scheduledHelp = 'Whether the schedule of a screen is on now, as reported.';
  yield ['signage_screens', 'Screens by status.', byStatus];
  yield [
    'signage_screens_scheduled_on',
    'Screens whose schedule is on now, as reported.',
    on.length,
  ];
  yield [
    'signage_screens_offline_while_scheduled_on',
    'Those of them that are offline.',
    dark.length,
  ];
  yield ['signage_screen_info', 'The name of a screen.', names];
  yield ['signage_screen_online', 'Whether a paired screen is online.', online];
  yield ['signage_screen_scheduled_on', scheduledHelp, scheduled];
  yield ['signage_screen_series_omitted', 'Screens without series of their own.', omitted];
}

/** By the label of their id: ids that differ beyond its length would make the same series. */
function firstByLabel(screens: readonly Screen[], maxScreens: number): ReadonlyMap<string, Screen> {
  const shown = new Map<string, Screen>();
  for (const screen of screens) {
    if (shown.size >= maxScreens) break;
    const label = toLabelValue(screen.id);
    if (!shown.has(label)) shown.set(label, screen);
  }
  return shown;
}

function* playlistFamilies(playlists: readonly Playlist[]): Families {
  const empty = playlists.filter(({ itemCount }) => itemCount === 0);
  yield ['signage_playlists', 'Playlists.', playlists.length];
  yield ['signage_playlists_empty', 'Playlists without items.', empty.length];
}

function* mediaFamilies(media: readonly Media[]): Families {
  // Two finite sizes can add up to Infinity.
  const bytes = media.reduce(
    (sum, { sizeBytes }) => Math.min(sum + (sizeBytes ?? 0), Number.MAX_VALUE),
    0,
  );
  yield [
    'signage_media',
    'Media by status.',
    countStatus(['processing', 'ready', 'failed'], media),
  ];
  yield ['signage_media_bytes', 'Bytes of all media whose size is known.', bytes];
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

/** The text format of Prometheus 0.0.4 or of OpenMetrics 1.0, each line on demand. */
export function* printExposition(
  families: Iterable<Family>,
  type: ExpositionType,
): Generator<string, void, void> {
  const isOpen = type === 'application/openmetrics-text';
  for (const [series, help, value] of families) {
    const isOpenInfo = isOpen && series.endsWith('_info');
    const name = isOpenInfo ? series.slice(0, -'_info'.length) : series;
    yield `# HELP ${name} ${help}\n# TYPE ${name} ${isOpenInfo ? 'info' : 'gauge'}\n`;
    const samples: readonly Sample[] = typeof value === 'number' ? [[value]] : value;
    for (const [number, labels] of samples) {
      yield `${series}${labels === undefined ? '' : printLabels(labels)} ${Number(number)}\n`;
    }
  }
  if (isOpen) yield '# EOF\n';
}

function printLabels(labels: Readonly<Record<string, string>>): string {
  const printed = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\\n]/g, escape)}"`,
  );
  return `{${printed.join()}}`;
}

const escape = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);

/** Code points. */
const maxLabelLength = 200;

/** A text as a label's value: cut, and without what a reader of the format may take for its end. */
export function toLabelValue(text: string): string {
  // No code point has more than two units, so the rest is not looked at.
  const cut = [...text.slice(0, 2 * maxLabelLength)].slice(0, maxLabelLength).join('');
  return cut.toWellFormed().replaceAll('\0', '\ufffd');
}
