import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Drift } from '../../partner/drift.js';
import type { Endpoint } from '../../partner/endpoint.js';
import type { LiveObserver } from '../live/live-request.js';
import type { CutReason, HttpReport, OperationReport } from '../../operation/observer.js';
import type { RequestReport } from '../../rest/request-report.js';
import { httpsRequired, type Logger } from './log.js';
import { createFleetObserver, createMeters, savingReasons, statusLabel } from './meter.js';

export class Metrics implements LiveObserver {
  private readonly inFlight = { operations: 0, requests: 0, streams: 0 };
  private readonly meters: ReturnType<typeof createMeters>;
  private readonly labels = createLabels();

  /**
   * @param registry one of its own by default; in one that several façades share, their counts add
   *   up
   */
  constructor(
    waitingRequests: () => number,
    private readonly registry = new Registry(),
  ) {
    this.meters = createMeters(registry, this.inFlight, waitingRequests);
  }

  /** The façade's and the process's metrics in the Prometheus text format. */
  async read(): Promise<Response> {
    const { registry } = this;
    const texts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
    return new Response(texts.join('\n'), { headers: { 'Content-Type': registry.contentType } });
  }

  fleet(logger: Logger, store: string) {
    return createFleetObserver(this.registry, logger, store);
  }

  requestStarted(): void {
    this.inFlight.requests += 1;
  }

  requestEnded({ endpoint, status, code, cause, milliseconds, attempt }: RequestReport): void {
    const { meters } = this;
    const operation = endpoint.id;
    this.inFlight.requests -= 1;
    meters.requests.inc({ operation, status: statusLabel(status), code: code ?? 'OK' });
    if (cause !== undefined) meters.failures.inc({ cause });
    meters.requestSeconds.observe({ operation }, milliseconds / 1000);
    if (attempt > 1) meters.retries.inc({ operation });
  }

  driftFound({ id }: Endpoint, { kind, field }: Drift): void {
    const label = this.labels.field(`${id} ${field}`) === '(other)' ? '(other)' : field;
    this.meters.drift.inc({ operation: id, kind, field: label });
  }

  operationStarted(): void {
    this.inFlight.operations += 1;
  }

  operationEnded(report: OperationReport): void {
    const { meters } = this;
    const { outcome, milliseconds, cost, errors } = report;
    this.inFlight.operations -= 1;
    meters.operations.inc({ name: this.nameOf(report), outcome });
    meters.operationSeconds.observe({ outcome }, milliseconds / 1000);
    for (const [code, count] of errors.codes) {
      meters.errors.inc({ code }, count);
      if (outcome === 'refused') meters.refusals.inc({ code });
    }
    if (cost === undefined) return;
    for (const reason of savingReasons) {
      if (cost[reason] > 0) meters.saved.inc({ reason }, cost[reason]);
    }
    this.spent(report, cost.requests);
  }

  spent(report: OperationReport, requests: number): void {
    if (requests === 0) return;
    const { client = '(none)', isAccepted } = report;
    const labels = { name: this.nameOf(report), client: this.labels.client(client, isAccepted) };
    this.meters.spent.inc(labels, requests);
  }

  httpEnded({ path, status }: HttpReport): void {
    this.meters.http.inc({ path, status: String(status) });
    if (status === httpsRequired) this.meters.refusals.inc({ code: 'HTTPS_REQUIRED' });
  }

  responseCut(reason: CutReason): void {
    this.meters.cuts.inc({ reason });
  }

  streams(change: 1 | -1): void {
    this.inFlight.streams += change;
  }

  polled(): void {
    this.meters.polls.inc({});
  }

  delivered(events: number): void {
    this.meters.events.inc({}, events);
  }

  reloaded(result: 'ok' | 'failed'): void {
    this.meters.reloads.inc({ result });
  }

  /** Anyone can invent names, so only an operation with an accepted credential may add one. */
  private nameOf({ name = '(none)', outcome, errors }: OperationReport): string {
    const mayAdd = outcome !== 'refused' && !errors.codes.has('UNAUTHENTICATED');
    return this.labels.name(name === '' ? '(anonymous)' : name, mayAdd);
  }
}

let sharedRegistry: Registry | undefined;

/**
 * Memory, event loop and garbage collection belong to the process: one registry, created at the
 * first scrape.
 */
export function processRegistry(): Registry {
  sharedRegistry ??= createProcessRegistry();
  return sharedRegistry;
}

function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters, which `promtool check metrics` refuses: each is the sum of
  // another one by type.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }
  return registry;
}

/** @returns the text, or `(other)` for one that gets no value of its own */
export type Label = (text: string, mayAdd?: boolean) => string;

/**
 * Bounds the values of one label to the first different texts. Clients and the upstream can invent
 * names, but not an endless number of series (fault catalogue, F21). Texts in parentheses are ours:
 * no name begins with one.
 */
function createLabel(maxValues: number, maxLength: number): Label {
  const values = new Set<string>();
  return (text, mayAdd = true) => {
    if (text.startsWith('(') || values.has(text)) return text;
    if (!mayAdd || values.size >= maxValues || text.length > maxLength) return '(other)';
    values.add(text);
    return text;
  };
}

/** The labels whose values others choose. Names with their outcomes make up half of the text. */
export const createLabels = () => ({
  name: createLabel(80, 64),
  client: createLabel(40, 64),
  field: createLabel(50, 160),
});
