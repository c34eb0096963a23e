import { connect } from 'node:net';

/** A response as it came over a socket. */
export interface WireResponse {
  /** 0 if the connection closed without a response. */
  readonly status: number;
  /** By their names in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the frames of its chunks. */
  readonly body: string;
}

/** Milliseconds until a missing response is an error; enough for a busy machine. */
const maxWait = 20_000;

/**
 * Sends a request on a connection of its own, and reads until the response is complete or the
 * connection closes.
 *
 * @param request one character per byte
 * @param isEnough whether the client leaves, at what has come and its last part; by default at the
 *   end of a response in chunks
 */
export async function exchange(
  port: number,
  request: string,
  isEnough: (received: string, chunk: string) => boolean = isWhole,
): Promise<WireResponse> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(maxWait, () => reject(new Error(`No response to ${request.slice(0, 1000)}`)));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      if (isEnough(received, chunk)) resolve();
    });
    // A server may reset the connection after its response; `close` follows the error.
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  socket.write(request, 'latin1');
  await closed.finally(() => socket.destroy());
  return readResponse(received);
}

/** `100 Continue` is not the response. */
const withoutContinue = (text: string): string =>
  text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');

/** Whether a chunked response is complete: its connection may stay open. */
function isWhole(text: string): boolean {
  const response = withoutContinue(text);
  const end = response.indexOf('\r\n\r\n');
  return (
    end !== -1 &&
    /^transfer-encoding: chunked/im.test(response.slice(0, end)) &&
    response.endsWith('\r\n0\r\n\r\n')
  );
}

/** @param text one character per byte; it may be broken off */
export function readResponse(text: string): WireResponse {
  const response = withoutContinue(text);
  const end = response.indexOf('\r\n\r\n');
  const [start = '', ...lines] = response.slice(0, Math.max(0, end)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(line) ?? [];
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  const body = end === -1 ? '' : response.slice(end + 4);
  const whole = headers['transfer-encoding'] === 'chunked' ? withoutChunks(body) : body;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 0),
    headers,
    body: Buffer.from(whole, 'latin1').toString('utf8'),
  };
}

function withoutChunks(body: string): string {
  let whole = '';
  for (let rest = body; ;) {
    const size = /^([\da-f]+)\r\n/i.exec(rest);
    const length = Number.parseInt(size?.[1] ?? '0', 16);
    if (size === null || length === 0) return whole;
    const from = size[0].length;
    whole += rest.slice(from, from + length);
    rest = rest.slice(from + length + 2);
  }
}
