import { createServer, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { closePort, openPort } from '../rig/port.js';

/** TCP between a fleet and its Redis. */
export interface TestProxy {
  readonly url: string;
  /** Connections that it has taken so far. */
  readonly connections: () => number;
  /** Delays each chunk of Redis by milliseconds. */
  slow(milliseconds: number): void;
  /** Resets all connections, and each new one, until `mend`. */
  cut(): void;
  mend(): void;
}

export async function startProxy(port: number, host = '127.0.0.1'): Promise<TestProxy> {
  const open = new Set<Socket>();
  const state = { delayMs: 0, isCut: false, connections: 0 };
  const server = createServer((client) => {
    state.connections += 1;
    if (state.isCut) return void client.resetAndDestroy();
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream);
    upstream.on('data', (chunk) => {
      if (state.delayMs === 0) client.write(chunk);
      else setTimeout(() => client.write(chunk), state.delayMs).unref();
    });
    const end = (): void => {
      for (const each of [client, upstream]) each.destroy();
      open.delete(client);
    };
    for (const each of [client, upstream]) each.on('error', end).on('close', end);
    open.add(client);
  });
  const reset = (): void => {
    for (const client of open) client.resetAndDestroy();
  };
  const address = host.includes(':') ? `[${host}]` : host;
  const url = `redis://${address}:${await openPort(server, 0, host)}`;
  onTestFinished(() => closePort(server, reset));
  return {
    url,
    connections: () => state.connections,
    slow: (milliseconds) => void (state.delayMs = milliseconds),
    cut() {
      state.isCut = true;
      reset();
    },
    mend: () => void Object.assign(state, { delayMs: 0, isCut: false }),
  };
}
