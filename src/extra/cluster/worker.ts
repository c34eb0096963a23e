import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { FleetSource } from '../fleet/sealed-state.js';
import type { DemoCredential } from '../sign-in/session.js';
import { listen, type Listener } from '../../http/listener.js';
import type { ServedFacade } from '../../http/request-handler.js';
import { pathOf } from '../../http/target.js';
import { type Snapshot, takeSnapshot } from '../telemetry/worker-metric.js';
import { Pipe, type PipeMessage } from './pipe.js';
import { createWorkerStore, type MemoryCalls } from './primary-memory.js';

/**
 * Milliseconds; twice the time in which the primary process collects the metrics of all workers.
 */
const replyTimeoutMs = 2000;

/** The embedded simulator as a worker sees it; it runs in the primary process. */
export interface EmbeddedSimulator {
  /** {base_url}. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
}

/** What a worker calls of the primary process. */
export interface PrimaryCalls extends MemoryCalls {
  /** What the worker needs to know of the program that it is a part of. */
  start(): {
    /** Undefined in front of a real Partner API. */
    readonly simulator: EmbeddedSimulator | undefined;
    /** Seals what the workers share through the primary process. */
    readonly secret: string;
  };
  listening(url: string): void;
  /** Whether some worker has never listened yet. */
  isStarting(): boolean;
  /** The metrics of all workers as text. */
  collectMetrics(): Promise<string>;
}

interface WorkerParts {
  readonly simulator: EmbeddedSimulator | undefined;
  readonly fleet: FleetSource;
  /** For its metrics. */
  readonly registry: Registry;
}

const primary = new Pipe<PrimaryCalls>((message, sent) => {
  process.send?.(message, undefined, undefined, sent);
});

/** One of several processes that serve: what the primary process calls of it. */
export class Worker {
  private readonly registry = new Registry();
  private readonly shared = createWorkerStore(primary);
  /** Passes on a message to one of the listeners of its store. */
  readonly hear = this.shared.hear;
  /** Undefined until there is something to drain. */
  private serving:
    | { readonly facade: ServedFacade; readonly listening: Promise<Listener> }
    | undefined;
  private isDraining = false;

  /**
   * Serves until the primary process says drain or ends itself.
   *
   * @returns when it listens; rejects when it cannot
   */
  async serve(open: (parts: WorkerParts) => Promise<ServedFacade>): Promise<void> {
    // The primary process runs this same program, so it sends no other messages.
    process.on('message', (message: PipeMessage) => void primary.receive<Worker>(this, message));
    const { registry } = this;
    const { simulator, secret } = await primary.ask('start');
    const fleet = {
      store: this.shared.store,
      name: 'the parent process of the workers',
      secrets: [secret],
    } as const;
    const facade = await open({ simulator, fleet, registry });
    const listening = listen({
      ...facade,
      fetch: async (request, context) =>
        withAllWorkers(pathOf(request.url), await facade.fetch(request, context)),
    });
    this.serving = { facade, listening };
    process.on('SIGTERM', () => this.drain());
    // Ctrl-C reaches every process of the terminal, and the primary sends `drain` too: together
    // they count once.
    process.on('SIGINT', () => this.drain());
    const { url } = await listening;
    void primary.tell('listening', url);
  }

  takeSnapshot(): Promise<Snapshot> {
    return takeSnapshot(this.registry);
  }

  /** Reads the manifest of trusted documents again. */
  reload(): void {
    this.serving?.facade.reload();
  }

  /**
   * Drains once, however often it is called: the primary process counts the signals. Exits with 0
   * if every request in flight was answered in time.
   */
  drain(): void {
    if (this.serving === undefined) process.exit(0);
    if (this.isDraining) return;
    this.isDraining = true;
    const { facade, listening } = this.serving;
    const drained = listening.then((listener) => listener.drain(facade));
    drained.then(
      (everythingAnswered) => process.exit(everythingAnswered ? 0 : 1),
      () => process.exit(1),
    );
  }
}

/** The façade's own response, except for the two addresses that report on all workers. */
async function withAllWorkers(path: string, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status !== 200) return response;
  if (path === '/health/ready') {
    const isStarting = await replyOf(primary.ask('isStarting'));
    if (isStarting !== true) return response;
    return new Response('{"status":"starting"}', { status: 503, headers });
  }
  if (path !== '/metrics') return response;
  const ofAll = await replyOf(primary.ask('collectMetrics'));
  return new Response(ofAll ?? (await response.text()), { headers });
}

/** Undefined where the primary process is too busy to reply: the worker then reports on itself. */
const replyOf = <T>(asked: Promise<T>): Promise<T | undefined> =>
  Promise.race([asked, delay(replyTimeoutMs, undefined)]);
