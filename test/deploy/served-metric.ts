import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { createLogger } from '../../src/extra/telemetry/log.js';
import { Metrics, processRegistry } from '../../src/extra/telemetry/metric.js';
import { reportedCodes } from '../../src/extra/telemetry/meter.js';
import { createFacade } from '../../src/facade.js';
import { startSimulator } from '../../src/command/simulator/simulator.js';
import { readExposition } from '../extra/exporter/exposition-reader.js';
import { everything } from '../system/test-system.js';

/** The labels of each series that the façade and Prometheus make, by its name. */
export type ServedMetrics = ReadonlyMap<string, readonly string[]>;

/** prom-client keeps with a metric what it was created with. */
interface Metric {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

/** What Prometheus adds to every series of a target, and what discovery adds for a pod. */
const ofTarget = ['job', 'instance', 'namespace', 'pod'];

/** Where several workers serve, the metrics of a process have its number. */
const ofProcess = [...ofTarget, 'worker'];

export async function servedMetrics(): Promise<ServedMetrics> {
  const registry = new Registry();
  new Metrics(() => 0, registry).fleet(createLogger('silent'), 'Redis');
  const ours = metricsOf(registry);
  // Made by the first scrape.
  await processRegistry().metrics();
  const process = metricsOf(processRegistry());
  return new Map([
    ['up', ofTarget] as const,
    ...ours.flatMap((metric) => seriesOf(metric, ofTarget)),
    ...process.flatMap((metric) => seriesOf(metric, ofProcess)),
  ]);
}

/** The same of a scrape of an organization. */
export async function servedOrganizationMetrics(): Promise<ServedMetrics> {
  const simulator = await startSimulator();
  const settings = { ORGANIZATION_METRICS: 'true', LOG_LEVEL: 'silent' };
  const facade = createFacade({ partnerApiUrl: simulator.url, settings });
  const headers = { authorization: `Bearer ${everything}` };
  const response = await facade.fetch(
    new Request('http://facade.test/metrics/organization', { headers }),
  );
  const series = readExposition(await response.text());
  await facade.close();
  await simulator.close();
  return new Map([
    ['up', ofTarget],
    ...series.map(({ name, labels }) => [name, [...Object.keys(labels), ...ofTarget]] as const),
  ]);
}

/**
 * Its types describe the text form; the registry holds the metrics themselves, with the members of
 * their configuration.
 */
export const metricsOf = (registry: Registry): readonly Metric[] =>
  registry.getMetricsAsArray() as unknown as readonly Metric[];

function seriesOf(
  { name, type, labelNames }: Metric,
  more: readonly string[],
): (readonly [string, readonly string[]])[] {
  const labels = [...labelNames, ...more];
  if (type !== 'histogram') return [[name, labels]];
  return [
    [`${name}_bucket`, [...labels, 'le']],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ];
}

/** The values of labels that are a closed set. */
const values: Readonly<Record<string, readonly string[]>> = {
  code: [...reportedCodes, 'OK'],
  outcome: ['ok', 'partial', 'failed', 'refused', 'abandoned', 'skipped'],
  status: [
    ...'200 400 401 403 404 426 429 500 502 503 504 none'.split(' '),
    ...['ONLINE', 'OFFLINE', 'UNPAIRED', 'FAILED'],
  ],
  job: ['partner-graphql', 'signage-nordlicht', 'signage-harbour'],
};

/** What a query asks that nothing serves; a malformed query is a fault too. */
export function faultsOfQuery(text: string, served: ServedMetrics): readonly string[] {
  const { selectors, groupings } = readQuery(text);
  const known = new Set(selectors.flatMap(({ metric }) => served.get(metric) ?? []));
  return [
    ...selectors
      .filter(({ metric }) => !served.has(metric))
      .map(({ metric }) => `metric ${metric}`),
    ...selectors.flatMap(({ metric, matchers }) =>
      matchers.flatMap(([label, operator, value]) => [
        ...(served.get(metric)?.includes(label) === true ? [] : [`label ${label} of ${metric}`]),
        ...(canMatch(label, operator, value) ? [] : [`value ${value} of ${label}`]),
      ]),
    ),
    ...groupings.filter((label) => !known.has(label)).map((label) => `label ${label} of a group`),
  ];
}

/** Whether some value fits each part of a matcher; a variable of a dashboard may hold any. */
function canMatch(label: string, operator: string, value: string): boolean {
  const possible = values[label];
  if (possible === undefined || value.includes('$')) return true;
  const parts = operator.includes('~') ? value.split('|') : [value];
  return parts.every((part) => possible.some((each) => new RegExp(`^(?:${part})$`).test(each)));
}

type Node = ReturnType<typeof parser.parse>['topNode'];

/**
 * Reads a query of PromQL by Prometheus' own grammar: each metric that it reads with matchers of
 * label, operator and value, and the labels of `by`, `without`, `on`, `ignoring` and the groups of
 * `group_left`.
 *
 * @throws Error for one that is malformed
 */
export function readQuery(text: string) {
  const selectors: ReturnType<typeof selectorOf>[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter({ node, type }) {
      if (type.isError) throw new Error(`Malformed at ${node.from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, text));
      if (type.name === 'GroupingLabels')
        groupings.push(...node.getChildren('LabelName').map((label) => slice(label, text)));
    },
  });
  return { selectors, groupings };
}

function selectorOf(node: Node, text: string) {
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: slice(node.getChild('Identifier'), text),
    matchers: matchers.map(
      (matcher) =>
        [
          slice(matcher.getChild('LabelName'), text),
          slice(matcher.getChild('MatchOp'), text),
          slice(matcher.getChild('StringLiteral'), text).slice(1, -1),
        ] as const,
    ),
  };
}

const slice = (node: { readonly from: number; readonly to: number } | null, text: string): string =>
  node === null ? '' : text.slice(node.from, node.to);
