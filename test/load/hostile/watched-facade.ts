import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../../rig/command.js';
import type { Cost } from './watch.js';

const watcher = fileURLToPath(new URL('watch.ts', import.meta.url));

/** Addresses and features that are off by default. */
const everyAddress = {
  DASHBOARD: 'true',
  MCP: 'true',
  ORGANIZATION_METRICS: 'true',
  FEDERATION: 'true',
  ERROR_BEHAVIOR: 'true',
  LIVE_MIN_SECONDS: '1',
};

/** The façade as its command starts it; each of its processes watches itself. */
export async function startWatched(settings: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'watched-'));
  const environment = { NODE_OPTIONS: `--import tsx --import ${watcher}`, WATCH_DIR: directory };
  let end = (): void => undefined;
  const facade = await startCommand(
    { ...everyAddress, ...environment, ...settings },
    (stop) => (end = stop),
  );
  let taken = 0;
  return {
    url: facade.url,
    /** What an action has cost the process that it has cost most. */
    async measure<T>(action: () => Promise<T>) {
      await askAll(directory, '/begin');
      const result = await action();
      return { result, cost: highest(await askAll(directory, '/end')) };
    },
    /** What it has logged since the last call. */
    takeLog() {
      const log = facade.output().slice(taken);
      taken += log.length;
      return log;
    },
    stop() {
      end();
      rmSync(directory, { recursive: true });
    },
  };
}

export type WatchedFacade = Awaited<ReturnType<typeof startWatched>>;

const askAll = (directory: string, path: string): Promise<Cost[]> =>
  Promise.all(readdirSync(directory).map((socket) => ask(join(directory, socket), path)));

const ask = (socketPath: string, path: string): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const sent = request({ socketPath, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      // What `watch.ts` answers.
      response.on('end', () => resolve(JSON.parse(text) as Cost));
    });
    sent.on('error', reject).end();
  });

const highest = (costs: readonly Cost[]): Cost => ({
  blockedMs: Math.max(...costs.map(({ blockedMs }) => blockedMs)),
  grownBytes: Math.max(...costs.map(({ grownBytes }) => grownBytes)),
});
