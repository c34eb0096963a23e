import type { Facade } from '../facade.js';
import { drain } from '../http/drain.js';
import { listen, type Listener } from '../http/listener.js';
import {
  createPendingReplies,
  type EmbeddedSimulator,
  type PendingReplies,
  type ToPrimary,
  type ToWorker,
} from './message.js';

/** Milliseconds; twice what the primary process gives each worker to tell its own. */
const metricsTimeoutMs = 2000;

interface WorkerState {
  readonly facade: Facade;
  readonly questions: PendingReplies;
  /** Whether all workers listen. */
  isOpen: boolean;
}

/**
 * Serves as one of several workers; see `worker.ts`. Ends when the primary process says so, or is gone itself.
 *
 * @param open makes this worker's façade; the simulator, where there is one, runs in the primary process
 * @returns when it listens; rejects when the port cannot be had
 */
export async function serveAsWorker(
  open: (simulator: EmbeddedSimulator | undefined) => Facade,
): Promise<void> {
  const member: WorkerState = {
    facade: open(await askToStart()),
    questions: createPendingReplies(),
    isOpen: false,
  };
  const listening = listen({ ...member.facade, fetch: fetchAs(member) });
  const end = createEnd(member.facade, listening);
  // The primary process runs this same program, so these are the messages that it sends.
  process.on('message', (message: ToWorker) => receive(member, message, end));
  process.on('SIGTERM', end);
  // Ctrl-C reaches every process of the terminal, and the primary says so too: together they count once.
  process.on('SIGINT', end);
  const { url } = await listening;
  tell({ kind: 'listening', url });
}

function askToStart(): Promise<EmbeddedSimulator | undefined> {
  return new Promise((resolve) => {
    process.on('message', function begin(message: ToWorker) {
      if (message.kind === 'drain') process.exit(0);
      if (message.kind !== 'start') return;
      process.off('message', begin);
      resolve(message.simulator);
    });
    tell({ kind: 'hello' });
  });
}

function tell(message: ToPrimary, told: () => void = () => undefined): void {
  // Without the callback an error would be thrown when the primary process has just gone.
  process.send?.(message, undefined, undefined, told);
}

function receive(member: WorkerState, message: ToWorker, end: () => void): void {
  switch (message.kind) {
    case 'open':
      member.isOpen = true;
      return;
    case 'wants metrics':
      void readOwnMetrics(member).then((text) => tell({ kind: 'metrics', id: message.id, text }));
      return;
    case 'metrics':
      member.questions.answered(message.id, message.text);
      return;
    case 'drain':
      end();
      return;
    case 'start':
  }
}

const readOwnMetrics = async ({ facade }: WorkerState): Promise<string> => (await facade.metrics()).text();

/** The façade's own handler, but for the two addresses whose answer is about all workers. */
function fetchAs(member: WorkerState): Facade['fetch'] {
  return async (request, context) => {
    const response = await member.facade.fetch(request, context);
    if (request.method !== 'GET' || response.status !== 200) return response;
    const { pathname } = new URL(request.url);
    if (pathname === '/metrics') return withAllMetrics(member, response);
    if (pathname !== '/health/ready' || member.isOpen) return response;
    return new Response('{"status":"starting"}', { status: 503, headers: response.headers });
  };
}

/** Where the primary process is too busy to answer, the worker's own numbers are better than none. */
async function withAllMetrics({ questions }: WorkerState, response: Response): Promise<Response> {
  const own = await response.text();
  const all = await questions.ask((id) => tell({ kind: 'wants metrics', id, own }), metricsTimeoutMs);
  return new Response(all ?? own, { headers: response.headers });
}

/** Drains once, and ends; the primary process counts the signals, so that this may be told several times. */
function createEnd(facade: Facade, listening: Promise<Listener>): () => void {
  let isDraining = false;
  return () => {
    if (isDraining) return;
    isDraining = true;
    const drained = listening.then((listener) => drain({ facade, listener }));
    drained.then(
      (everythingAnswered) => tell({ kind: 'drained', everythingAnswered }, () => process.exit(0)),
      () => process.exit(1),
    );
  };
}
