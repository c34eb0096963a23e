import type { Socket } from 'node:net';

/**
 * Lets undici pass over a `100 Continue` that nobody asked for, as a client must (RFC 9110, 15.2). It ends the connection
 * at one ("bad response" in `onHeadersComplete` of lib/dispatcher/client-h1.js, undici 7.30.2) and passes over every
 * other informational answer; so where an answer begins with a 100, undici reads it as a 102.
 *
 * A status line that comes in pieces, and a second 100 behind headers that did, are refused as before.
 *
 * @returns the socket itself, on which one request at a time is sent
 */
export function acceptContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  let written = 0;
  let isAnswerDue = false;
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Buffer)) return chunk;
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      isAnswerDue = true;
    }
    if (isAnswerDue) isAnswerDue = renameContinue(chunk);
    return chunk;
  };
  return socket;
}

/** Whether the answer itself is still to come behind the informational ones of this chunk. */
function renameContinue(chunk: Buffer): boolean {
  let start = 0;
  while (isInformational(chunk, start)) {
    const last = start + statusAt + 2;
    if (chunk[last - 1] === zero && chunk[last] === zero) chunk[last] = two;
    const end = chunk.indexOf('\r\n\r\n', last, 'latin1');
    start = end + 4;
    if (end === -1 || start === chunk.length) return true;
  }
  return false;
}

/** Where the status stands in `HTTP/1.1 100 Continue`. */
const statusAt = 9;

const [zero, one, two] = [0x30, 0x31, 0x32];

/** Whether an answer with a status of 100 to 199 begins there. */
const isInformational = (chunk: Buffer, start: number): boolean =>
  chunk.length >= start + statusAt + 3 &&
  chunk[start + statusAt] === one &&
  chunk.toString('latin1', start, start + 7) === 'HTTP/1.';
