import { type DestinationStream, pino } from 'pino';

/** Bytes of lines that wait for a reader who is behind; some thousands of lines. Further ones are dropped. */
const maxWaitingBytes = 2 ** 20;

/** Bytes that a pipe takes whole or not at all (PIPE_BUF): so the lines of several workers do not mix. */
const maxBatchBytes = 4096;

/** Milliseconds until a full pipe is tried again. */
const tryAgainMs = 100;

/**
 * Standard output as the log's destination. Serving never waits for its reader: lines of a reader who is behind wait in
 * memory up to a bound, and of one who has gone they are lost.
 *
 * Each line is written when it is told. The destination that pino takes of itself writes later, and at the exit
 * it tries for ever to flush what is left: with no reader the process would never end.
 */
export function createLogOutput(): DestinationStream {
  const output = pino.destination({
    // Whoever asks for `process.stdout` makes a pipe refuse what it cannot take; otherwise a write waits.
    dest: process.stdout.fd,
    sync: true,
    maxLength: maxWaitingBytes,
    maxWrite: maxBatchBytes,
    // Trying again at once, as it would otherwise, holds the event loop until the reader has read.
    retryEAGAIN: () => false,
  });
  let isWaiting = false;
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN' || isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      // What waits goes first.
      output.write('');
    }, tryAgainMs).unref();
  });
  return output;
}
