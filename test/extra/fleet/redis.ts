import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import { describe, onTestFinished } from 'vitest';
import type { SharedKind } from '../../../src/shared/shared-state.js';
import { freePort } from '../../rig/port.js';
import { until } from '../../rig/wait.js';

/** Debian's package has it here. */
const redisPath = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(existsSync);

/** Why tests with a Redis are skipped; undefined where there is one. */
export const redisIsMissing = redisPath === undefined ? 'redis-server is not installed' : undefined;

/** A group of tests that need a Redis: skipped where there is none, with the reason in its name. */
export const describeWithRedis = (name: string, tests: () => void): void =>
  void describe.skipIf(redisIsMissing)(redisIsMissing ? `${name}: ${redisIsMissing}` : name, tests);

/** Starts a Redis that ends with the test: empty, without files. */
export async function startRedis() {
  const port = await freePort();
  let server = start(port);
  const client = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.disconnect();
    server.kill('SIGCONT');
    server.kill('SIGKILL');
  });
  const ready = (): Promise<void> =>
    until('Redis replies', async () => {
      if (client.status !== 'ready') return false;
      await client.ping();
      return true;
    });
  await ready();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    /** A client of the test itself, for looking. */
    client,
    keysOf: (kind: SharedKind) => client.keys(`partner-graphql:${kind}:*`),
    kill: (signal: NodeJS.Signals) => void server.kill(signal),
    /** Starts it again, empty, at the same port. */
    async restart() {
      server.kill('SIGCONT');
      server.kill('SIGKILL');
      await until('Redis has ended', () => server.exitCode !== null || server.signalCode !== null);
      server = start(port);
      await ready();
    },
  };
}

export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

function start(port: number): ChildProcess {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  return spawn(redisPath ?? '', settings, { stdio: 'ignore' });
}
