import { type DestinationStream, pino } from 'pino';

/** Bytes of lines that wait for a slow reader, some thousands of lines. Further lines are dropped. */
const maxPendingBytes = 2 ** 20;

/** Bytes that a pipe accepts in one piece (PIPE_BUF), so that the lines of several workers do not mix. */
const maxWriteBytes = 4096;

/** Milliseconds until a full pipe is tried again. */
const retryDelayMs = 100;

/**
 * Standard output as the log's destination. Serving never waits for the reader: lines for a slow one wait in memory up to
 * a bound, and lines for one that has left are lost.
 *
 * Each line is written at once. pino's default destination writes later, and at exit it retries without end to flush the
 * rest: without a reader the process would never end.
 */
export function createLogOutput(): DestinationStream {
  const output = pino.destination({
    // Access to `process.stdout` makes a pipe non-blocking: it rejects what it cannot take, and no write waits.
    dest: process.stdout.fd,
    sync: true,
    maxLength: maxPendingBytes,
    maxWrite: maxWriteBytes,
    // The default retries at once, which blocks the event loop until the reader has read.
    retryEAGAIN: () => false,
  });
  let isRetrying = false;
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN' || isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      // Writes the pending lines.
      output.write('');
    }, retryDelayMs).unref();
  });
  return output;
}
