import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { FleetObserver } from '../fleet/breaker.js';
import { versionOfPackage } from '../version.js';

/** Every counter and histogram of a façade. */
export type Meters = ReturnType<typeof createMeters>;

/** Current values, read at each scrape. */
type Levels = Readonly<Record<'operations' | 'requests' | 'waitingRequests' | 'streams', () => number>>;

export function createMeters(registry: Registry, levels: Levels) {
  const { counter, histogram, gauge, info } = createFactories(registry);
  info('build_info', 'The version of the façade and of Node.js, as labels of the value 1.', {
    version: versionOfPackage(),
    node: process.versions.node,
  });
  createGauges(gauge, levels);
  const operationHelp = 'GraphQL operations by name and outcome.';
  const requestHelp = 'REST requests by operation id, status and code.';
  const failureHelp = 'REST requests without a usable response in time, by cause.';
  const driftHelp = 'Unknown fields and enum values, and totals that contradict the items.';
  return {
    operations: counter('operations_total', operationHelp, 'name', 'outcome'),
    operationSeconds: histogram(
      'operation_duration_seconds',
      'Time that GraphQL operations took.',
      'outcome',
    ),
    errors: counter('errors_total', 'Entries of errors in results by code.', 'code'),
    refusals: counter('refusals_total', 'GraphQL operations that were not executed, by code.', 'code'),
    requests: counter('upstream_requests_total', requestHelp, 'operation', 'status', 'code'),
    failures: counter('upstream_failures_total', failureHelp, 'cause'),
    requestSeconds: histogram(
      'upstream_request_duration_seconds',
      'Time that REST requests took.',
      'operation',
    ),
    retries: counter('upstream_retries_total', 'REST requests that were second attempts.', 'operation'),
    saved: counter('upstream_requests_saved_total', 'REST requests that were saved, by reason.', 'reason'),
    drift: counter('contract_drift_total', driftHelp, 'operation', 'kind', 'field'),
    polls: counter('live_polls_total', 'Polls for subscriptions.'),
    events: counter('live_events_total', 'Events delivered to subscribers.'),
    http: counter('http_requests_total', 'HTTP requests by path and status.', 'path', 'status'),
  };
}

function createGauges(gauge: ReturnType<typeof createFactories>['gauge'], levels: Levels): void {
  gauge('operations_in_flight', 'GraphQL operations under way.', levels.operations);
  gauge('upstream_requests_in_flight', 'REST requests under way.', levels.requests);
  gauge('upstream_requests_waiting', 'REST requests that wait for a connection.', levels.waitingRequests);
  gauge('live_streams', 'Open subscriptions.', levels.streams);
}

/** The metrics of a process that shares state with others. */
export function createFleetMeters(registry: Registry): FleetObserver {
  const { counter, histogram, gauge } = createFactories(registry);
  let isUp = false;
  gauge(
    'fleet_up',
    'Whether the shared store is in use: 1, or 0 while it is away from any process.',
    () => Number(isUp),
    'min',
  );
  const commands = counter('fleet_commands_total', 'Commands to the shared store.', 'command', 'outcome');
  const seconds = histogram(
    'fleet_command_duration_seconds',
    'Time that commands to the shared store took.',
    'command',
  );
  const messages = counter('fleet_messages_total', 'Messages between the processes.', 'direction');
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

function createFactories(registry: Registry) {
  const describe = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) => ({
    name: `partner_graphql_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    counter: <Label extends string>(name: string, help: string, ...labels: Label[]) =>
      new Counter(describe(name, help, ...labels)),
    histogram: <Label extends string>(name: string, help: string, label: Label) =>
      new Histogram({ ...describe(name, help, label), buckets }),
    /** Several workers of one program have one such series, and its value stays 1. */
    info: (name: string, help: string, labels: Readonly<Record<string, string>>) =>
      new Gauge({ ...describe(name, help, ...Object.keys(labels)), aggregator: 'first' }).set(labels, 1),
    /** @param aggregator how several workers of one program make one series */
    gauge: (name: string, help: string, level: () => number, aggregator: 'sum' | 'min' = 'sum') =>
      new Gauge({
        ...describe(name, help),
        aggregator,
        collect() {
          this.set(level());
        },
      }),
  };
}
