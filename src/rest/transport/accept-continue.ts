import type { Socket } from 'node:net';

/**
 * Makes undici ignore an unexpected `100 Continue`, as a client must (RFC 9110, 15.2). It closes the connection at one
 * ("bad response" in `onHeadersComplete` of lib/dispatcher/client-h1.js, undici 7.30.2) and ignores every other
 * informational response; so a 100 is rewritten to a 102 before undici reads it.
 *
 * A status line in several chunks, and a second 100 after headers in several, still end the connection.
 *
 * @returns the socket itself, which carries one request at a time
 */
export function acceptContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  let written = 0;
  let isResponseDue = false;
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Buffer)) return chunk;
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      isResponseDue = true;
    }
    if (isResponseDue) isResponseDue = renameContinue(chunk);
    return chunk;
  };
  return socket;
}

/** Whether the final response is still to come after the informational ones of this chunk. */
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

/** Index of the status in `HTTP/1.1 100 Continue`. */
const statusAt = 9;

const [zero, one, two] = [0x30, 0x31, 0x32];

/** Whether a response with a status of 100 to 199 begins there. */
const isInformational = (chunk: Buffer, start: number): boolean =>
  chunk.length >= start + statusAt + 3 &&
  chunk[start + statusAt] === one &&
  chunk.toString('latin1', start, start + 7) === 'HTTP/1.';
