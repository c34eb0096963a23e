import { collectDefaultMetrics, Registry } from 'prom-client';
import type { RequestReport } from '../rest/request-report.js';
import type { LiveObserver } from '../operation/live/live-request.js';
import type { Observer, OperationReport } from '../operation/observer.js';
import { savingReasons, statusLabel } from './label-value.js';
import { createFleetMeters, createMeters, type Meters, type reloadResults } from './meter.js';

/**
 * The metrics of one façade.
 *
 * @param waitingRequests REST requests that wait for a connection now
 * @param registry one for each façade: several of them in one process do not mix
 */
export function createMetrics(waitingRequests: () => number, registry = new Registry()) {
  const inFlight = { operations: 0, requests: 0, streams: 0 };
  const meters = createMeters(registry, {
    operations: () => inFlight.operations,
    requests: () => inFlight.requests,
    waitingRequests,
    streams: () => inFlight.streams,
  });
  const live: LiveObserver = {
    streams: (change) => void (inFlight.streams += change),
    polled: () => meters.polls.inc(),
    delivered: (events) => meters.events.inc(events),
  };
  return {
    observer: createObserver(meters, inFlight),
    live,
    /** Counts a reading of a manifest that has changed. */
    reloaded: (result: (typeof reloadResults)[number]): void => meters.reloads.inc({ result }),
    /** Registers the metrics of a fleet. */
    fleet: () => createFleetMeters(registry),
    /** The façade's and the process's metrics in the Prometheus text format. */
    read: async (): Promise<Response> => {
      const texts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return new Response(texts.join('\n'), { headers: { 'Content-Type': registry.contentType } });
    },
  };
}

function createObserver(meters: Meters, inFlight: { operations: number; requests: number }): Observer {
  const nameLabel = createNameLabel();
  const clientLabel = createClientLabel();
  const fieldLabel = createFieldLabel();
  const countSpent = (report: OperationReport, requests: number): void => {
    if (requests === 0) return;
    const labels = { name: nameOf(report, nameLabel), client: clientOf(report, clientLabel) };
    meters.spent.inc(labels, requests);
  };
  return {
    wire: {
      requestStarted: () => void (inFlight.requests += 1),
      requestEnded(report) {
        inFlight.requests -= 1;
        countRequest(meters, report);
      },
      driftFound({ id }, { kind, field }) {
        const label = fieldLabel(`${id} ${field}`) === '(other)' ? '(other)' : field;
        meters.drift.inc({ operation: id, kind, field: label });
      },
    },
    operationStarted() {
      inFlight.operations += 1;
      return {
        ended(report) {
          inFlight.operations -= 1;
          countOperation(meters, report, nameOf(report, nameLabel));
          countSpent(report, report.cost?.requests ?? 0);
        },
        sentAgain: (report) => countSpent(report, 1),
      };
    },
    httpEnded: ({ path, status }) => meters.http.inc({ path, status: String(status) }),
  };
}

function countOperation(meters: Meters, report: OperationReport, name: string): void {
  const { outcome, milliseconds, cost, codes } = report;
  meters.operations.inc({ name, outcome });
  meters.operationSeconds.observe({ outcome }, milliseconds / 1000);
  for (const [code, count] of codes) {
    meters.errors.inc({ code }, count);
    if (outcome === 'refused') meters.refusals.inc({ code });
  }
  if (cost === undefined) return;
  for (const reason of savingReasons) if (cost[reason] > 0) meters.saved.inc({ reason }, cost[reason]);
}

function countRequest(meters: Meters, report: RequestReport): void {
  const operation = report.endpoint.id;
  meters.requests.inc({ operation, status: statusLabel(report.status), code: report.code ?? 'OK' });
  if (report.cause !== undefined) meters.failures.inc({ cause: report.cause });
  meters.requestSeconds.observe({ operation }, report.milliseconds / 1000);
  if (report.attempt > 1) meters.retries.inc({ operation });
}

/** Anyone can invent names, so only an operation with an accepted credential may add one. */
function nameOf({ name, outcome, codes }: OperationReport, label: Label): string {
  if (name === undefined) return '(none)';
  if (name === '') return '(anonymous)';
  return label(name, outcome !== 'refused' && !codes.has('UNAUTHENTICATED'));
}

function clientOf({ client, isAccepted }: OperationReport, label: Label): string {
  if (client === undefined) return '(none)';
  return client === '(other)' ? client : label(client, isAccepted);
}

let sharedRegistry: Registry | undefined;

/** Memory, event loop and garbage collection belong to the process: one registry, created at the first scrape. */
export function processRegistry(): Registry {
  if (sharedRegistry === undefined) collectDefaultMetrics({ register: (sharedRegistry = new Registry()) });
  return sharedRegistry;
}

/** Returns a text as a label value, or `(other)` for a text that gets no value of its own. */
export type Label = (text: string, mayAdd?: boolean) => string;

/**
 * Bounds the values of one label: the first `maxValues` different texts keep their own value, later ones become
 * `(other)`. Clients and the upstream can invent names, but not an endless number of series (fault catalogue, F21). No
 * GraphQL name holds parentheses, so none collides with `(other)`.
 *
 * @param maxLength characters of a text with a value of its own
 */
export function createLabel(maxValues: number, maxLength: number): Label {
  const values = new Set<string>();
  return (text, mayAdd = true) => {
    if (values.has(text)) return text;
    if (!mayAdd || values.size >= maxValues || text.length > maxLength) return '(other)';
    values.add(text);
    return text;
  };
}

/** Operation names with a series of their own; with their outcomes they make up half of the text. */
export const createNameLabel = (): Label => createLabel(80, 64);

/** Client programs with a series of their own. */
export const createClientLabel = (): Label => createLabel(40, 64);

/** Fields with a drift counter of their own. */
export const createFieldLabel = (): Label => createLabel(50, 160);
