import { connect } from 'node:net';

/** An answer as it came over a socket. */
export interface WireAnswer {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  /** By their names in lower case; those that came more than once are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the chunks that it came in. */
  readonly body: string;
}

/** Milliseconds after which an answer is not waited for any more; a busy machine needs some. */
const maxWait = 20_000;

/**
 * Sends a request on a connection of its own, and reads one answer, or until the other side closes.
 *
 * @param request a character a byte
 */
export async function exchange(port: number, request: string): Promise<WireAnswer> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const closed = new Promise<void>((resolve, reject) => {
    socket.setTimeout(maxWait, () => reject(new Error(`No answer to ${request}`)));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      if (isWhole(received)) resolve();
    });
    // A server that has said everything may reset the connection; `close` follows the error.
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  socket.write(request, 'latin1');
  await closed.finally(() => socket.destroy());
  return readAnswer(received);
}

/** `100 Continue` is no answer. */
const withoutContinue = (text: string): string => text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');

/** Whether a chunked answer is there to its end: it may come on a connection that stays open. */
function isWhole(text: string): boolean {
  const answer = withoutContinue(text);
  const end = answer.indexOf('\r\n\r\n');
  return (
    end !== -1 &&
    /^transfer-encoding: chunked/im.test(answer.slice(0, end)) &&
    answer.endsWith('\r\n0\r\n\r\n')
  );
}

function readAnswer(text: string): WireAnswer {
  const answer = withoutContinue(text);
  const end = answer.indexOf('\r\n\r\n');
  const [start = '', ...lines] = answer.slice(0, Math.max(0, end)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(line) ?? [];
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
  }
  const body = end === -1 ? '' : answer.slice(end + 4);
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
