import { Counter, Gauge, type Metric, type Registry } from 'prom-client';
import {
  commandOutcomes,
  fleetCommands,
  type FleetObserver,
  messageDirections,
} from '../fleet/store.js';
import { cutReasons, operationOutcomes } from '../../operation/observer.js';
import { endpoints } from '../../partner/endpoints.js';
import { errorCodes } from '../../partner/error.js';
import { failureCauses } from '../../rest/request-report.js';
import { codeOfStatus } from '../../rest/response-error.js';
import { versionOfPackage } from '../../version.js';
import type { Logger } from './log.js';
import { Distribution, type Series, Tally } from './tally.js';

export const savingReasons = ['deduplicated', 'primed', 'swept', 'cached', 'shared'] as const;

const persistedQueryCodes = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'];

/** Codes of errors in results. */
export const reportedCodes = [...errorCodes, ...persistedQueryCodes, 'CANCELLED'];

/** Codes with which an operation is refused before it is executed. */
const refusalCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'HTTPS_REQUIRED',
  'UPSTREAM_BUDGET_EXCEEDED',
  ...persistedQueryCodes,
];

/** Statuses of the contract and of gateways; any other is counted under its class. */
const knownStatuses: ReadonlySet<number> = new Set([
  200, 400, 401, 403, 404, 426, 429, 500, 502, 503, 504,
]);

export function statusLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  return knownStatuses.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

/** What each status can mean, with one of each class for those that are counted under it. */
const requestOutcomes: readonly Series<'status' | 'code'>[] = [
  ...[...knownStatuses, 204, 302, 418, 501].map((status) => ({
    status: statusLabel(status),
    code: status === 200 ? 'OK' : codeOfStatus(status),
  })),
  { status: '200', code: 'UPSTREAM_INVALID_RESPONSE' },
  { status: 'none', code: 'UPSTREAM_UNAVAILABLE' },
  { status: 'none', code: 'UPSTREAM_TIMEOUT' },
  { status: 'none', code: 'UPSTREAM_INVALID_RESPONSE' },
  { status: 'none', code: 'CANCELLED' },
];

const operationIds: readonly string[] = endpoints.map(({ id }) => id);

const requestSeries = operationIds.flatMap((operation) =>
  requestOutcomes.map((outcome) => ({ operation, ...outcome })),
);

/** What each metric is about, by its name after `partner_graphql_`. */
const help = {
  build_info: 'The version of the façade and of Node.js, as labels of the value 1.',
  operations_in_flight: 'GraphQL operations under way.',
  upstream_requests_in_flight: 'REST requests under way.',
  upstream_requests_waiting: 'REST requests that wait for a connection.',
  live_streams: 'Open subscriptions.',
  operations_total: 'GraphQL operations by name and outcome.',
  operation_duration_seconds: 'Time that GraphQL operations took.',
  errors_total: 'Entries of errors in results by code.',
  refusals_total: 'GraphQL operations that were not executed, by code.',
  upstream_requests_total: 'REST requests by operation id, status and code.',
  operation_upstream_requests_total:
    'REST requests by the operation that sent them, and its client.',
  upstream_failures_total: 'REST requests without a usable response in time, by cause.',
  upstream_request_duration_seconds: 'Time that REST requests took.',
  upstream_retries_total: 'REST requests that were second attempts.',
  upstream_requests_saved_total: 'REST requests that were saved, by reason.',
  contract_drift_total: 'Unknown fields and enum values, and totals that contradict the items.',
  trusted_documents_reloads_total: 'Readings of a manifest that has changed.',
  live_polls_total: 'Polls for subscriptions.',
  live_events_total: 'Events delivered to subscribers.',
  http_requests_total: 'HTTP requests by path and status.',
  responses_cut_total:
    'Responses that were broken off because their clients did not read them, by reason.',
  fleet_up: 'Whether the shared store is in use: 1, or 0 while a process cannot reach it.',
  fleet_commands_total: 'Commands to the shared store.',
  fleet_command_duration_seconds: 'Time that commands to the shared store took.',
  fleet_messages_total: 'Messages between the processes.',
};

export function createMeters(
  registry: Registry,
  inFlight: Readonly<Record<'operations' | 'requests' | 'streams', number>>,
  waitingRequests: () => number,
) {
  const make = new MeterFactory(registry);
  make.version({ version: versionOfPackage(), node: process.versions.node });
  make.gauge('operations_in_flight', () => inFlight.operations);
  make.gauge('upstream_requests_in_flight', () => inFlight.requests);
  make.gauge('upstream_requests_waiting', waitingRequests);
  make.gauge('live_streams', () => inFlight.streams);
  return {
    operations: make.counter('operations_total', ['name', 'outcome']),
    operationSeconds: make.histogram('operation_duration_seconds', 'outcome', operationOutcomes),
    errors: make.closed('errors_total', 'code', reportedCodes),
    refusals: make.closed('refusals_total', 'code', refusalCodes),
    requests: make.counter(
      'upstream_requests_total',
      ['operation', 'status', 'code'],
      requestSeries,
    ),
    spent: make.counter('operation_upstream_requests_total', ['name', 'client']),
    failures: make.closed('upstream_failures_total', 'cause', failureCauses),
    requestSeconds: make.histogram('upstream_request_duration_seconds', 'operation'),
    retries: make.closed('upstream_retries_total', 'operation', operationIds),
    saved: make.closed('upstream_requests_saved_total', 'reason', savingReasons),
    drift: make.counter('contract_drift_total', ['operation', 'kind', 'field']),
    reloads: make.closed('trusted_documents_reloads_total', 'result', ['ok', 'failed']),
    polls: make.counter('live_polls_total'),
    events: make.counter('live_events_total'),
    http: make.counter('http_requests_total', ['path', 'status']),
    cuts: make.closed('responses_cut_total', 'reason', cutReasons),
  };
}

/**
 * The metrics of a process that shares state with others. An operator may wonder why sharing has
 * ended: it is logged.
 *
 * @param store what the processes share, in the words of the log
 */
export function createFleetObserver(
  registry: Registry,
  logger: Logger,
  store: string,
): FleetObserver {
  const make = new MeterFactory(registry);
  let isUp = false;
  make.gauge('fleet_up', () => Number(isUp), 'min');
  const commands = make.counter(
    'fleet_commands_total',
    ['command', 'outcome'],
    fleetCommands.flatMap((command) => commandOutcomes.map((outcome) => ({ command, outcome }))),
  );
  const seconds = make.histogram('fleet_command_duration_seconds', 'command');
  const messages = make.closed('fleet_messages_total', 'direction', messageDirections);
  return {
    commanded(command, outcome, milliseconds) {
      commands.inc({ command, outcome });
      if (outcome !== 'skipped') seconds.observe({ command }, milliseconds / 1000);
    },
    messaged: (direction) => messages.inc({ direction }),
    changed(up) {
      isUp = up;
      if (up) logger.info({}, `${store} is in use: this process shares what it knows`);
      else logger.warn({}, `${store} does not reply in time: this process works alone`);
    },
  };
}

const eachOf = <Label extends string>(label: Label, values: readonly string[]): Series<Label>[] =>
  // The one member of the object is that of the label.
  values.map((value) => ({ [label]: value }) as Series<Label>);

/** Seconds: from a response out of memory to the deadline of an operation. */
export const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type MeterName = keyof typeof help;

/** Levels of all façades that share a registry, by the name of their gauge. */
const levelsOf = new WeakMap<Registry, Map<string, (() => number)[]>>();

/** What the façades that share a registry count together. */
const talliesOf = new WeakMap<Metric, Tally<string>>();

/**
 * Makes metrics, or finds those that another façade has made in the same registry: their counts add
 * up.
 */
class MeterFactory {
  constructor(private readonly registry: Registry) {}

  /** @param atStart series that begin at 0, so that a rate sees the first count of each */
  counter<Label extends string = never>(
    name: MeterName,
    labels: readonly Label[] = [],
    atStart: readonly Series<Label>[] = [],
  ): Tally<Label> {
    const known = this.known(name);
    // One name has the same labels in all façades.
    const counted = known && (talliesOf.get(known) as Tally<Label> | undefined);
    const tally = counted ?? this.openCounter(name, labels);
    for (const series of atStart) tally.inc(series, 0);
    return tally;
  }

  /** A counter with one label, whose values are known. */
  closed<Label extends string>(name: MeterName, label: Label, values: readonly string[]) {
    return this.counter(name, [label], eachOf(label, values));
  }

  histogram<Label extends string>(name: MeterName, label: Label, atStart: readonly string[] = []) {
    const known: unknown = this.known(name);
    // One name has the same labels in all façades.
    if (known instanceof Distribution) return known as Distribution<Label>;
    const { registry } = this;
    const histogram = new Distribution(prefix + name, help[name], [label], buckets);
    for (const series of eachOf(label, atStart)) histogram.zero(series);
    // Of a metric, a registry reads `name` and `type`, and calls `get` and `reset`; its types
    // demand all that prom-client's own have. A test compares the two.
    registry.registerMetric(histogram as unknown as Metric);
    return histogram;
  }

  /**
   * @param aggregator how several workers of one program, and several façades of one registry, make
   *   one series
   */
  gauge(name: MeterName, level: () => number, aggregator: 'sum' | 'min' = 'sum'): void {
    const levels = this.levels(name);
    levels.push(level);
    if (this.known(name) !== undefined) return;
    new Gauge({
      ...this.describe(name),
      aggregator,
      collect() {
        const all = levels.map((each) => each());
        const sum = all.reduce((before, each) => before + each, 0);
        this.set(aggregator === 'sum' ? sum : Math.min(...all));
      },
    });
  }

  /** The version is that of all façades, and of all workers of one program. */
  version(labels: Readonly<Record<'version' | 'node', string>>): void {
    if (this.known('build_info') !== undefined) return;
    const description = this.describe('build_info', ['version', 'node']);
    const gauge = new Gauge({ ...description, aggregator: 'first' });
    gauge.set(labels, 1);
  }

  private openCounter<Label extends string>(
    name: MeterName,
    labels: readonly Label[],
  ): Tally<Label> {
    const tally = new Tally(labels);
    const counter = new Counter<Label>({
      ...this.describe(name, labels),
      collect() {
        tally.tell((series, count) => this.inc(series, count));
      },
    });
    talliesOf.set(counter, tally);
    return tally;
  }

  private known(name: MeterName) {
    return this.registry.getSingleMetric(prefix + name);
  }

  private levels(name: string): (() => number)[] {
    const byName = levelsOf.get(this.registry) ?? new Map<string, (() => number)[]>();
    levelsOf.set(this.registry, byName);
    const levels = byName.get(name) ?? [];
    byName.set(name, levels);
    return levels;
  }

  private describe<Label extends string = never>(
    name: MeterName,
    labelNames: readonly Label[] = [],
  ) {
    return { name: prefix + name, help: help[name], labelNames, registers: [this.registry] };
  }
}

const prefix = 'partner_graphql_';
