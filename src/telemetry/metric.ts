import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Cost } from '../loaders/budget.js';
import type { RequestReport } from '../rest/client.js';
import { createLabels } from './label.js';
import type { Observer, OperationReport } from '../operation/observer.js';
import { createLevel, createTally } from './tally.js';

/** The metrics of one façade, in a registry of its own: several in one process do not mix. */
export interface Metrics {
  readonly observer: Observer;
  /** All of them in the Prometheus text format, with those of the process. */
  readonly read: () => Promise<Response>;
}

/** Operation names that are counted under their own; with their outcomes they make up half of the text. */
const maxNames = 80;
const maxNameLength = 64;

/** Fields that drift is counted for. */
const maxFields = 50;

/** Seconds: from an answer out of memory to the deadline of an operation. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @param waiting how many REST requests wait for a connection now */
export function createMetrics(waiting: () => number): Metrics {
  const registry = new Registry();
  const underWay = { operations: 0, requests: 0 };
  const meters = createMeters(registry, underWay, waiting);
  const nameLabel = createLabels(maxNames, maxNameLength);
  const fieldLabel = createLabels(maxFields, 160);
  return {
    observer: {
      wire: {
        requestStarted: () => void (underWay.requests += 1),
        requestEnded(report) {
          underWay.requests -= 1;
          if (report.wasSent) countRequest(meters, report);
        },
        driftFound({ id }, { kind, field }) {
          const label = fieldLabel(`${id} ${field}`) === '(other)' ? '(other)' : field;
          meters.drift(1, id, kind, label);
        },
      },
      operationStarted() {
        underWay.operations += 1;
        return {
          ended(report) {
            underWay.operations -= 1;
            countOperation(meters, report, nameOf(report, nameLabel));
          },
        };
      },
      httpEnded: ({ path, status }) => meters.http(1, path, String(status)),
    },
    read: async () => {
      const texts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return new Response(texts.join('\n'), { headers: { 'Content-Type': registry.contentType } });
    },
  };
}

type Meters = ReturnType<typeof createMeters>;

interface InProgress {
  readonly operations: number;
  readonly requests: number;
}

function createMeters(registry: Registry, underWay: InProgress, waiting: () => number) {
  const settle = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `partner_graphql_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  createLevel(settle('operations_in_flight', 'GraphQL operations under way.'), () => underWay.operations);
  createLevel(settle('upstream_requests_in_flight', 'REST requests under way.'), () => underWay.requests);
  createLevel(settle('upstream_requests_waiting', 'REST requests that wait for a connection.'), waiting);
  return {
    operations: createTally(
      settle('operations_total', 'GraphQL operations by name and outcome.', ['name', 'outcome']),
    ),
    operationSeconds: new Histogram({
      ...settle('operation_duration_seconds', 'Time that GraphQL operations took.', ['outcome']),
      buckets,
    }),
    errors: createTally(settle('errors_total', 'Entries of errors in answers by code.', ['code'])),
    refusals: createTally(
      settle('refusals_total', 'GraphQL operations that were not executed, by code.', ['code']),
    ),
    requests: createTally(
      settle('upstream_requests_total', 'REST requests by operation id, status and code.', [
        'operation',
        'status',
        'code',
      ]),
    ),
    requestSeconds: new Histogram({
      ...settle('upstream_request_duration_seconds', 'Time that REST requests took.', ['operation']),
      buckets,
    }),
    retries: createTally(
      settle('upstream_retries_total', 'REST requests that were second attempts.', ['operation']),
    ),
    saved: createTally(
      settle('upstream_requests_saved_total', 'REST requests that were spared, by reason.', ['reason']),
    ),
    drift: createTally(
      settle(
        'contract_drift_total',
        'Unknown fields and enum values, and totals that contradict what is shown.',
        ['operation', 'kind', 'field'],
      ),
    ),
    http: createTally(settle('http_requests_total', 'HTTP requests by path and status.', ['path', 'status'])),
  };
}

function countOperation(meters: Meters, report: OperationReport, name: string): void {
  const { outcome, milliseconds, cost, codes } = report;
  meters.operations(1, name, outcome);
  meters.operationSeconds.observe({ outcome }, milliseconds / 1000);
  for (const [code, count] of codes) {
    meters.errors(count, code);
    if (outcome === 'refused') meters.refusals(1, code);
  }
  if (cost === undefined) return;
  for (const reason of spared) if (cost[reason] > 0) meters.saved(cost[reason], reason);
}

/** Whatever a cost counts beside what was really sent is a reason for which something was not. */
const spared = ['deduplicated', 'primed', 'swept', 'cached', 'shared'] as const satisfies readonly Exclude<
  keyof Cost,
  'requests'
>[];

function countRequest(
  meters: Meters,
  { endpoint: operation, status, code, attempt, milliseconds }: RequestReport,
): void {
  const { id } = operation;
  meters.requests(1, id, statusLabel(status), code ?? 'OK');
  meters.requestSeconds.observe({ operation: id }, milliseconds / 1000);
  if (attempt > 1) meters.retries(1, id);
}

/** Statuses that the contract or a gateway answers with; any other is counted under its class. */
const knownStatuses: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 426, 429, 500, 502, 503, 504]);

function statusLabel(status: number | undefined): string {
  if (status === undefined) return 'none';
  return knownStatuses.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

/**
 * A stranger can invent names, but has no credential that is accepted: only operations that somebody was let in for
 * get a name of their own.
 */
function nameOf(
  { name, outcome, codes }: OperationReport,
  label: (text: string, mayLearn: boolean) => string,
) {
  if (name === undefined) return '(none)';
  if (name === '') return '(anonymous)';
  return label(name, outcome !== 'refused' && !codes.has('UNAUTHENTICATED'));
}

let ofProcess: Registry | undefined;

/** Memory, event loop and garbage collection belong to the process, not to a façade: one registry, made when first read. */
function processRegistry(): Registry {
  if (ofProcess !== undefined) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}
