import cluster from 'node:cluster';
import type { ToPrimary, ToWorker } from './message.js';

/** One worker, as the primary process sees it. */
export interface WorkerHandle {
  readonly number: number;
  readonly pid: number | undefined;
  /** Its address; rejects if the worker ends before it listens. */
  readonly listening: Promise<string>;
  readonly ended: Promise<void>;
  /** Has no effect on a worker that has ended. @param sent called when the worker's pipe has taken it */
  readonly send: (message: ToWorker, sent?: () => void) => void;
  readonly kill: () => void;
}

/**
 * Starts a process of this same program as a worker.
 *
 * @param received called with each message but `listening`
 * @param onEnd called once, with the exit code or the signal
 */
export function forkWorker(
  number: number,
  received: (message: ToPrimary) => void,
  onEnd: (how: string) => void,
): WorkerHandle {
  const worker = cluster.fork();
  const ended = new Promise<string>((resolve) => {
    // A process that cannot be started emits an error and no exit.
    worker.once('error', (error) => resolve(error.message));
    // One of the two is null, whatever the types say.
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve(signal ?? `code ${code ?? ''}`),
    );
  });
  const listening = new Promise<string>((resolve, reject) => {
    // The worker runs this same program, so it sends no other messages.
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'listening') resolve(message.url);
      else received(message);
    });
    void ended.then((how) => reject(new Error(`Worker ${number} ended with ${how} before it listened.`)));
  });
  return {
    number,
    pid: worker.process.pid,
    listening,
    ended: ended.then(onEnd),
    send(message, sent = () => undefined) {
      // Without the callback a send to a process that has just ended would throw.
      if (worker.isConnected()) worker.send(message, sent);
    },
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/** Milliseconds in which exits of workers are counted. */
const windowMs = 10_000;

/** More exits than that within the window are no coincidence: a restart does not repair their cause. */
export const maxExits = 5;

/**
 * Whether a worker that has just ended may be restarted: up to five in ten seconds, all workers together.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createRestartLimit(now: () => number): () => boolean {
  let exits: readonly number[] = [];
  return () => {
    const at = now();
    exits = [...exits.filter((earlier) => at - earlier < windowMs), at];
    return exits.length <= maxExits;
  };
}
