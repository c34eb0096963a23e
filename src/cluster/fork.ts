import cluster from 'node:cluster';
import type { ToPrimary, ToWorker } from './message.js';

/** One worker, as the primary process knows it. */
export interface WorkerHandle {
  readonly number: number;
  readonly pid: number | undefined;
  /** Its address; rejects where it ends before it listens. */
  readonly listening: Promise<string>;
  readonly gone: Promise<void>;
  /** Does nothing where the worker has gone. */
  readonly tell: (message: ToWorker) => void;
  readonly kill: () => void;
}

export interface WorkerListener {
  readonly received: (message: ToPrimary) => void;
  /** Told once, with the exit code or the signal. */
  readonly ended: (how: string) => void;
}

/** Starts a process of this same program as a worker. */
export function forkWorker(number: number, { received, ended }: WorkerListener): WorkerHandle {
  const worker = cluster.fork();
  const gone = new Promise<string>((resolve) => {
    // A process that cannot be started has an error and no exit.
    worker.once('error', (error) => resolve(error.message));
    // The one or the other, whatever the types say.
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve(signal ?? `code ${code ?? ''}`),
    );
  });
  const listening = new Promise<string>((resolve, reject) => {
    // The worker runs this same program, so these are the messages that it sends.
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'listening') resolve(message.url);
      else received(message);
    });
    void gone.then((how) => reject(new Error(`Worker ${number} ended with ${how} before it listened.`)));
  });
  return {
    number,
    pid: worker.process.pid,
    listening,
    gone: gone.then(ended),
    tell(message) {
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    kill: () => void worker.process.kill('SIGKILL'),
  };
}
