import { createServer, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openFleet } from '../../../src/extra/fleet/sealed-state.js';
import { openUntilEnd } from '../../rig/port.js';
import { until } from '../../rig/wait.js';
import { secret } from './fleet.js';
import { readOne } from './memory-store.js';

/**
 * A process of a fleet without its façade: what it shares, and what became of its commands. It ends
 * with the test.
 */
export function joinFleet(url: string, fleetSecret = secret) {
  const counts = { ok: 0, failed: 0, skipped: 0 };
  const state = { isUp: false };
  const fleet = openFleet(
    { PARTNER_API_URL: 'https://partner.example', REDIS_URL: url, FLEET_SECRET: [fleetSecret] },
    undefined,
    () => ({
      commanded: (_command, outcome) => void (counts[outcome] += 1),
      messaged: () => undefined,
      changed: (isUp) => void (state.isUp = isUp),
    }),
  );
  onTestFinished(() => fleet.close());
  return { shared: fleet, counts, isUp: () => state.isUp, close: () => fleet.close() };
}

export type Member = ReturnType<typeof joinFleet>;

/** Waits until a member reads what it has written. */
export const shares = ({ shared }: Member): Promise<void> =>
  until('it shares', async () => {
    shared.write('document', 'shares', 'yes', 60_000);
    return (await readOne(shared, 'document', 'shares')) === 'yes';
  });

/** Waits until a message of one member reaches another. */
export async function reaches(from: Member, to: Member): Promise<void> {
  let isHeard = false;
  const stop = to.shared.listen('session', () => void (isHeard = true));
  await until('it hears', () => {
    if (!isHeard) from.shared.announce('session', 'hello', 0);
    return isHeard;
  });
  stop();
}

/** Starts TCP between a fleet and its Redis. */
export async function startProxy(port: number, host = '127.0.0.1') {
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
  const url = `redis://${address}:${await openUntilEnd(server, 0, host)}`;
  return {
    url,
    connections: () => state.connections,
    /** Delays each chunk of Redis. */
    slow: (milliseconds: number) => void (state.delayMs = milliseconds),
    /** Resets all connections, and each new one, until `mend`. */
    cut() {
      state.isCut = true;
      reset();
    },
    mend: () => void Object.assign(state, { delayMs: 0, isCut: false }),
  };
}
