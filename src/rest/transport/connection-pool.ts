import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { chooseProxy, tunnelConnector } from './proxy.js';
import type { ProxySettings, RestSettings } from './transport.js';

export interface PoolOptions {
  /** Milliseconds after which a connection serves one more request and is closed. */
  readonly maxAgeMs?: number;
  /** Overrides how connections are opened. */
  readonly connect?: Pick<ConnectionOptions, 'lookup' | 'ca' | 'checkServerIdentity'>;
}

/**
 * Milliseconds. Under steady traffic a connection is never idle, and would keep an address that DNS
 * no longer has.
 */
const defaultMaxAgeMs = 60_000;

/** Connections that open together do not age together: their ages differ by up to this share. */
const spread = 0.25;

/**
 * Connections to the origin of PARTNER_API_URL. Each is closed after a while, so that the name is
 * looked up again.
 *
 * `clientTtl` of undici's Pool would do the same, but it never sends what waits for an expired
 * connection unless another request follows (`kRemoveClient` in undici 7.30.2,
 * lib/dispatcher/pool-base.js), and it follows the wall clock.
 */
export function createPool(
  settings: RestSettings,
  { connect, maxAgeMs = defaultMaxAgeMs }: PoolOptions = {},
): Dispatcher {
  const { PARTNER_API_URL = '', UPSTREAM_MAX_CONNECTIONS } = settings;
  const openSocket = openConnector(settings, connect);
  return new Pool(new URL(PARTNER_API_URL).origin, {
    connections: UPSTREAM_MAX_CONNECTIONS,
    pipelining: 1,
    // The exchange has a deadline of its own; undici's idle timers would end it for another reason.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, options: Client.Options) =>
      new UpstreamConnection(origin, options, openSocket, maxAgeMs),
  });
}

/** What opens the connections of a pool: straight, or through a proxy. */
export function openConnector(
  settings: Pick<RestSettings, 'UPSTREAM_TIMEOUT_MS'> & ProxySettings,
  connect: PoolOptions['connect'],
): buildConnector.connector {
  const { UPSTREAM_TIMEOUT_MS: timeoutMs } = settings;
  const proxy = chooseProxy(settings);
  const isProxied = proxy !== undefined && proxy.unused === undefined;
  if (!isProxied) return patientConnector(timeoutMs, connect);
  const openTls = buildConnector({ timeout: timeoutMs, ...connect });
  return tunnelConnector(proxy.url, timeoutMs, openTls);
}

/**
 * Milliseconds that Node.js gives each address of a name but the last, before it gives the address
 * up for the next.
 */
const attemptMs = 250;

/**
 * Opens a connection to any address of a name. Node.js gives an address up after a moment, for
 * good: one that accepts slowly is lost where the others refuse. So where an address was out of
 * time, all are tried again with four times as much.
 */
function patientConnector(
  timeoutMs: number,
  connect: PoolOptions['connect'],
): buildConnector.connector {
  const connectors: buildConnector.connector[] = [];
  for (let milliseconds = attemptMs; milliseconds < 4 * timeoutMs; milliseconds *= 4) {
    connectors.push(
      buildConnector({
        timeout: timeoutMs,
        autoSelectFamilyAttemptTimeout: milliseconds,
        ...connect,
      }),
    );
  }
  const openFrom = (index: number): buildConnector.connector | undefined => {
    const open = connectors[index];
    if (open === undefined) return undefined;
    return (target, opened) =>
      open(target, (...result) => {
        const next = isOutOfTime(result[0]) ? openFrom(index + 1) : undefined;
        if (next === undefined) opened(...result);
        else next(target, opened);
      });
  };
  return openFrom(0) ?? buildConnector({ timeout: timeoutMs, ...connect });
}

/** Whether one of several addresses was given up. */
const isOutOfTime = (error: Error | null): boolean =>
  error instanceof AggregateError &&
  error.errors.some((each) => each instanceof Error && 'code' in each && each.code === 'ETIMEDOUT');

/**
 * One connection at a time. A class, as only undici's own shows which connection a request takes.
 */
class UpstreamConnection extends Client {
  /** When the open connection is old, by `performance.now()`. */
  private oldAt = Infinity;
  /** Whether the final response to the last request is still to come. */
  private isResponseDue = false;

  constructor(
    origin: URL,
    options: Client.Options,
    open: buildConnector.connector,
    maxAgeMs: number,
  ) {
    const connect: buildConnector.connector = (target, opened) =>
      open(target, (...[error, socket]) =>
        error === null ? opened(null, this.acceptContinue(socket)) : opened(error, null),
      );
    super(origin, Object.assign({}, options, { connect }));
    this.on('connect', () => {
      const ageMs = maxAgeMs * (1 - spread * Math.random());
      this.oldAt = performance.now() + ageMs;
    });
    this.on('disconnect', () => {
      this.oldAt = Infinity;
    });
  }

  /** `reset` closes the connection after the response, and announces it to the server. */
  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    this.isResponseDue = true;
    if (performance.now() > this.oldAt) options.reset = true;
    return super.dispatch(options, handler);
  }

  /**
   * Makes undici ignore an unexpected `100 Continue`, as a client must (RFC 9110, 15.2). It closes
   * the connection at one ("bad response" in `onHeadersComplete` of lib/dispatcher/client-h1.js,
   * undici 7.30.2) and ignores every other informational response; so a 100 is rewritten to a 102
   * before undici reads it.
   *
   * A status line in several chunks, and a second 100 after headers in several, still end the
   * connection.
   *
   * @returns the socket itself, which carries one request at a time
   */
  private acceptContinue<S extends Socket>(socket: S): S {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (this.isResponseDue && chunk instanceof Buffer) this.isResponseDue = renameContinue(chunk);
      return chunk;
    };
    return socket;
  }
}

/** Whether the final response is still to come after the informational ones of this chunk. */
function renameContinue(chunk: Buffer): boolean {
  let start = 0;
  // The first digit of `HTTP/1.1 200 OK` is read as a byte: few responses need more.
  while (chunk[start + 9] === 0x31) {
    const head = chunk.toString('latin1', start, start + 12);
    if (!/^HTTP\/1\.. 1..$/.test(head)) return false;
    if (head.endsWith('100')) chunk.write('2', start + 11, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', start + 11, 'latin1');
    start = end + 4;
    if (end === -1 || start === chunk.length) return true;
  }
  return false;
}
