import cluster from 'node:cluster';
import { once } from 'node:events';
import { asError } from '../partner/error.js';
import { Pipe, type PipeMessage } from './pipe.js';
import type { PrimaryCalls, Worker } from './worker.js';

// NaN, which metrics have, is none in JSON.
cluster.setupPrimary({ serialization: 'advanced' });

/** Bytes of announcements that a worker has not read: one that hangs misses the rest. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** A worker as the primary process sees it. */
export class WorkerHandle {
  readonly pid: number | undefined;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<string>;
  /** Has no effect on a worker that has ended. */
  readonly pipe: Pipe<Worker>;
  private readonly worker = cluster.fork();
  private unreadBytes = 0;

  constructor(readonly number: number) {
    const { worker } = this;
    this.pid = worker.process.pid;
    // node:cluster hands connections over without a callback: where the process has just ended, that emits an error.
    worker.on('error', () => undefined);
    this.ended = once(worker, 'exit').then(
      ([code, signal]: (number | string | null)[]) => String(signal ?? `code ${code ?? ''}`),
      // A process that cannot be started emits an error and no exit.
      (error: unknown) => asError(error).message,
    );
    this.pipe = new Pipe((message, sent = () => undefined) => {
      // Without the callback a send to a process that has just ended would throw.
      if (worker.isConnected()) worker.send(message, sent);
    });
  }

  serve(calls: PrimaryCalls): void {
    this.worker.on('message', (message: PipeMessage) => void this.pipe.receive(calls, message));
  }

  /** Passes on a message to one of its listeners. */
  hear(listenerId: number, message: string, leftMs: number): void {
    if (this.unreadBytes > maxUnreadBytes) return;
    this.unreadBytes += message.length;
    this.pipe.tell('hear', [listenerId, message, leftMs], () => (this.unreadBytes -= message.length));
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }
}

/** Milliseconds in which exits of workers are counted. */
const windowMs = 10_000;

/** More exits than that within the window are no coincidence: a restart does not repair their cause. */
export const maxExits = 5;

/** Whether a worker that has just ended may be restarted. @param now milliseconds of a clock that never goes back */
export function createRestartLimit(now: () => number): () => boolean {
  let exits: readonly number[] = [];
  return () => {
    const at = now();
    exits = [...exits.filter((earlier) => at - earlier < windowMs), at];
    return exits.length <= maxExits;
  };
}
