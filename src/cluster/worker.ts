import { Registry } from 'prom-client';
import type { FleetSource } from '../fleet/sealed-state.js';
import { drain, type DrainTarget } from '../http/drain.js';
import { listen, type Listener, type ListenerOptions } from '../http/listener.js';
import { pathOf } from '../http/target.js';
import { takeSnapshot } from '../telemetry/worker-metric.js';
import type { EmbeddedSimulator, ToPrimary, ToWorker, WorkerStart } from './message.js';
import { PendingReplies } from './pending-reply.js';
import { type PrimaryPort, WorkerStore } from './worker-store.js';

/** What a worker serves. */
type WorkerFacade = ListenerOptions & DrainTarget & { reload(): void };

/** Milliseconds; twice the time in which the primary process collects the metrics of the other workers. */
const metricsTimeoutMs = 2000;

/** What the façade of a worker is made of. */
export interface WorkerParts {
  readonly simulator: EmbeddedSimulator | undefined;
  /** Undefined where the workers share through Redis. */
  readonly fleet: FleetSource | undefined;
  /** For its metrics. */
  readonly registry: Registry;
}

interface WorkerState {
  readonly facade: WorkerFacade;
  readonly registry: Registry;
  readonly replies: PendingReplies<string>;
  /** Whether all workers listen. */
  isReady: boolean;
}

/**
 * Serves as one of several workers (see `primary.ts`), until the primary process says drain or ends itself.
 *
 * @param open creates the façade of this worker
 * @returns when it listens; rejects when the port cannot be bound
 */
export async function serveAsWorker(open: (parts: WorkerParts) => Promise<WorkerFacade>): Promise<void> {
  process.on('message', exitOnDrain);
  const registry = new Registry();
  const { simulator, secret } = await receiveStart();
  const fleet = secret === undefined ? undefined : { store: new WorkerStore(primaryPort), secret };
  const facade = await open({ simulator, fleet, registry });
  const state: WorkerState = { facade, registry, replies: new PendingReplies(), isReady: false };
  const listening = listen({ ...facade, fetch: fetchAsWorker(state) });
  const end = createEnd(facade, listening);
  process.off('message', exitOnDrain);
  // The primary process runs this same program, so it sends no other messages.
  process.on('message', (message: ToWorker) => receive(state, message, end));
  process.on('SIGTERM', end);
  // Ctrl-C reaches every process of the terminal, and the primary sends `drain` too: together they count once.
  process.on('SIGINT', end);
  const { url } = await listening;
  send({ kind: 'listening', url });
}

/** Until the worker listens, there is nothing to drain. */
function exitOnDrain({ kind }: ToWorker): void {
  if (kind === 'drain') process.exit(0);
}

function receiveStart(): Promise<WorkerStart> {
  return new Promise((resolve) => {
    process.on('message', function onMessage(message: ToWorker) {
      if (message.kind !== 'start') return;
      process.off('message', onMessage);
      resolve(message);
    });
    send({ kind: 'forked' });
  });
}

function send(message: ToPrimary, sent: () => void = () => undefined): void {
  // Without the callback a send to a primary process that has just ended would throw.
  process.send?.(message, undefined, undefined, sent);
}

/** It listens by itself: the façade shares before it serves. */
const primaryPort: PrimaryPort = {
  send: (message) => send(message),
  onMessage(listener) {
    const onMessage = (message: ToWorker): void => {
      if (message.kind === 'stored' || message.kind === 'announced') listener(message);
    };
    process.on('message', onMessage);
    return () => void process.off('message', onMessage);
  },
};

function receive(state: WorkerState, message: ToWorker, end: () => void): void {
  switch (message.kind) {
    case 'ready':
      state.isReady = true;
      return;
    case 'read metrics':
      void takeSnapshot(state.registry).then((text) => send({ kind: 'metrics', id: message.id, text }));
      return;
    case 'metrics':
      state.replies.settle(message.id, message.text);
      return;
    case 'reload':
      state.facade.reload();
      return;
    case 'drain':
      end();
      return;
    // `receiveStart` has read it, and the store reads its own.
    case 'start':
    case 'stored':
    case 'announced':
  }
}

/** The façade's own handler, except for the two addresses that report on all workers. */
function fetchAsWorker(state: WorkerState): WorkerFacade['fetch'] {
  return async (request, context) => {
    const response = await state.facade.fetch(request, context);
    if (response.status !== 200) return response;
    const path = pathOf(request.url);
    if (path === '/metrics') return withAllMetrics(state, response);
    if (path !== '/health/ready' || state.isReady) return response;
    return new Response('{"status":"starting"}', { status: 503, headers: response.headers });
  };
}

/** If the primary process is too busy to reply, the worker serves its own metrics. */
async function withAllMetrics({ registry, replies }: WorkerState, response: Response): Promise<Response> {
  const own = await takeSnapshot(registry);
  const all = await replies.request((id) => send({ kind: 'collect metrics', id, own }), metricsTimeoutMs);
  return new Response(all ?? (await response.text()), { headers: response.headers });
}

/** Drains once and exits, however often it is called; the primary process counts the signals. */
function createEnd(facade: WorkerFacade, listening: Promise<Listener>): () => void {
  let isDraining = false;
  return () => {
    if (isDraining) return;
    isDraining = true;
    const drained = listening.then((listener) => drain({ facade, listener }));
    drained.then(
      (everythingAnswered) => send({ kind: 'drained', everythingAnswered }, () => process.exit(0)),
      () => process.exit(1),
    );
  };
}
