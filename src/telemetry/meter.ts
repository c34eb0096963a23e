import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Every counter and histogram of a façade. */
export type Meters = ReturnType<typeof createMeters>;

/** Current values, read at each scrape. */
export interface Levels {
  readonly operations: () => number;
  readonly requests: () => number;
  /** REST requests that wait for a connection. */
  readonly waitingRequests: () => number;
}

/** Seconds: from a response out of memory to the deadline of an operation. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMeters(registry: Registry, levels: Levels) {
  const describe = describeIn(registry);
  addGauge(describe('operations_in_flight', 'GraphQL operations under way.'), levels.operations);
  addGauge(describe('upstream_requests_in_flight', 'REST requests under way.'), levels.requests);
  addGauge(
    describe('upstream_requests_waiting', 'REST requests that wait for a connection.'),
    levels.waitingRequests,
  );
  return {
    ...createOperationMeters(describe),
    ...createRequestMeters(describe),
    http: new Counter(describe('http_requests_total', 'HTTP requests by path and status.', 'path', 'status')),
  };
}

type Describe = ReturnType<typeof describeIn>;

const describeIn =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) => ({
    name: `partner_graphql_${name}`,
    help,
    labelNames,
    registers: [registry],
  });

const createOperationMeters = (describe: Describe) => ({
  operations: new Counter(
    describe('operations_total', 'GraphQL operations by name and outcome.', 'name', 'outcome'),
  ),
  operationSeconds: new Histogram({
    ...describe('operation_duration_seconds', 'Time that GraphQL operations took.', 'outcome'),
    buckets,
  }),
  errors: new Counter(describe('errors_total', 'Entries of errors in results by code.', 'code')),
  refusals: new Counter(
    describe('refusals_total', 'GraphQL operations that were not executed, by code.', 'code'),
  ),
});

const createRequestMeters = (describe: Describe) => ({
  requests: new Counter(
    describe(
      'upstream_requests_total',
      'REST requests by operation id, status and code.',
      'operation',
      'status',
      'code',
    ),
  ),
  requestSeconds: new Histogram({
    ...describe('upstream_request_duration_seconds', 'Time that REST requests took.', 'operation'),
    buckets,
  }),
  retries: new Counter(
    describe('upstream_retries_total', 'REST requests that were second attempts.', 'operation'),
  ),
  saved: new Counter(
    describe('upstream_requests_saved_total', 'REST requests that were saved, by reason.', 'reason'),
  ),
  drift: new Counter(
    describe(
      'contract_drift_total',
      'Unknown fields and enum values, and totals that contradict the items.',
      'operation',
      'kind',
      'field',
    ),
  ),
});

function addGauge(options: ReturnType<Describe>, level: () => number): void {
  new Gauge({
    ...options,
    collect() {
      this.set(level());
    },
  });
}
