import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { commandOutcomes, fleetCommands, type FleetObserver, messageDirections } from '../fleet/store.js';
import { operationOutcomes } from '../operation/observer.js';
import { failureCauses } from '../rest/request-report.js';
import { versionOfPackage } from '../version.js';
import {
  eachOf,
  operationIds,
  refusalCodes,
  reportedCodes,
  requestSeries,
  savingReasons,
  type Series,
} from './label-value.js';

/** Every counter and histogram of a façade. */
export type Meters = ReturnType<typeof createMeters>;

/** Current values, read at each scrape. */
type Levels = Readonly<Record<'operations' | 'requests' | 'waitingRequests' | 'streams', () => number>>;

export function createMeters(registry: Registry, levels: Levels) {
  const make = new MeterFactory(registry);
  createGauges(make, levels);
  return {
    operations: make.counter('operations_total', 'GraphQL operations by name and outcome.', [
      'name',
      'outcome',
    ]),
    operationSeconds: make.histogram(
      'operation_duration_seconds',
      'Time that GraphQL operations took.',
      'outcome',
      operationOutcomes,
    ),
    errors: make.closed('errors_total', 'Entries of errors in results by code.', 'code', reportedCodes),
    refusals: make.closed('refusals_total', refusalHelp, 'code', refusalCodes),
    requests: make.counter(
      'upstream_requests_total',
      requestHelp,
      ['operation', 'status', 'code'],
      requestSeries(),
    ),
    spent: make.counter('operation_upstream_requests_total', spentHelp, ['name', 'client']),
    failures: make.closed('upstream_failures_total', failureHelp, 'cause', failureCauses),
    requestSeconds: make.histogram(
      'upstream_request_duration_seconds',
      'Time that REST requests took.',
      'operation',
    ),
    retries: make.closed('upstream_retries_total', retryHelp, 'operation', operationIds),
    saved: make.closed('upstream_requests_saved_total', savedHelp, 'reason', savingReasons),
    drift: make.counter('contract_drift_total', driftHelp, ['operation', 'kind', 'field']),
    reloads: make.closed('trusted_documents_reloads_total', reloadHelp, 'result', reloadResults),
    polls: make.counter('live_polls_total', 'Polls for subscriptions.'),
    events: make.counter('live_events_total', 'Events delivered to subscribers.'),
    http: make.counter('http_requests_total', 'HTTP requests by path and status.', ['path', 'status']),
  };
}

export const reloadResults = ['ok', 'failed'] as const;

const reloadHelp = 'Readings of a manifest that has changed.';
const refusalHelp = 'GraphQL operations that were not executed, by code.';
const requestHelp = 'REST requests by operation id, status and code.';
const spentHelp = 'REST requests by the operation that sent them, and its client.';
const failureHelp = 'REST requests without a usable response in time, by cause.';
const retryHelp = 'REST requests that were second attempts.';
const savedHelp = 'REST requests that were saved, by reason.';
const driftHelp = 'Unknown fields and enum values, and totals that contradict the items.';

function createGauges(make: MeterFactory, levels: Levels): void {
  make.info('build_info', 'The version of the façade and of Node.js, as labels of the value 1.', {
    version: versionOfPackage(),
    node: process.versions.node,
  });
  make.gauge('operations_in_flight', 'GraphQL operations under way.', levels.operations);
  make.gauge('upstream_requests_in_flight', 'REST requests under way.', levels.requests);
  make.gauge(
    'upstream_requests_waiting',
    'REST requests that wait for a connection.',
    levels.waitingRequests,
  );
  make.gauge('live_streams', 'Open subscriptions.', levels.streams);
}

/** The metrics of a process that shares state with others. */
export function createFleetMeters(registry: Registry): FleetObserver {
  const make = new MeterFactory(registry);
  let isUp = false;
  make.gauge(
    'fleet_up',
    'Whether the shared store is in use: 1, or 0 while a process cannot reach it.',
    () => Number(isUp),
    'min',
  );
  const commands = make.counter(
    'fleet_commands_total',
    'Commands to the shared store.',
    ['command', 'outcome'],
    fleetCommands.flatMap((command) => commandOutcomes.map((outcome) => ({ command, outcome }))),
  );
  const seconds = make.histogram(
    'fleet_command_duration_seconds',
    'Time that commands to the shared store took.',
    'command',
  );
  const messages = make.closed(
    'fleet_messages_total',
    'Messages between the processes.',
    'direction',
    messageDirections,
  );
  return {
    commanded(command, outcome, milliseconds) {
      commands.inc({ command, outcome });
      if (outcome !== 'skipped') seconds.observe({ command }, milliseconds / 1000);
    },
    messaged: (direction) => messages.inc({ direction }),
    changed: (up) => void (isUp = up),
  };
}

/** Seconds: from a response out of memory to the deadline of an operation. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Makes the metrics of one registry. */
class MeterFactory {
  constructor(private readonly registry: Registry) {}

  /** @param atStart series that begin at 0, so that a rate sees the first count of each */
  counter<Label extends string = never>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
    atStart: readonly Series<Label>[] = [],
  ): Counter<Label> {
    const counter = new Counter(this.describe(name, help, labels));
    for (const series of atStart) counter.inc(series, 0);
    return counter;
  }

  /** A counter with one label, whose values are known. */
  closed<Label extends string>(name: string, help: string, label: Label, values: readonly string[]) {
    return this.counter(name, help, [label], eachOf(label, values));
  }

  histogram<Label extends string>(name: string, help: string, label: Label, atStart: readonly string[] = []) {
    const histogram = new Histogram({ ...this.describe(name, help, [label]), buckets });
    for (const series of eachOf(label, atStart)) histogram.zero(series);
    return histogram;
  }

  /** Several workers of one program have one such series, and its value stays 1. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
    const description = this.describe(name, help, Object.keys(labels));
    new Gauge({ ...description, aggregator: 'first' }).set(labels, 1);
  }

  /** @param aggregator how several workers of one program make one series */
  gauge(name: string, help: string, level: () => number, aggregator: 'sum' | 'min' = 'sum'): void {
    new Gauge({
      ...this.describe(name, help),
      aggregator,
      collect() {
        this.set(level());
      },
    });
  }

  private describe<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) {
    return { name: `partner_graphql_${name}`, help, labelNames, registers: [this.registry] };
  }
}
