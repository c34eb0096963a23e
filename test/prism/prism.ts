import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { commandPath } from '../commands/command.js';
import { freePort } from '../rig/port.js';

/** Prism, the validating proxy and mock of an OpenAPI document, as a process of its own. */
export interface Prism {
  readonly url: string;
  /** Lines of its log that report a violation or a failure. */
  readonly complaints: () => string[];
  /** Requests that it has seen. */
  readonly count: () => number;
}

const command = commandPath('prism');

/** Whether Prism's command runs on this Node.js at all. */
export const isPrismHere = spawnSync(process.execPath, [command, '--version']).status === 0;

/** Starts Prism's command with a document; rejects with its own words when it cannot start. Ends with the test. */
export async function startPrism(
  mode: 'proxy' | 'mock',
  document: string,
  more: readonly string[],
): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(folder, 'openapi.json');
  // Its own way of fetching a document does not run on every Node.js.
  await writeFile(file, document);
  const port = await freePort();
  const options = [command, mode, file, ...more, '--errors', '--port', String(port)];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    await rm(folder, { recursive: true });
  });

  let log = '';
  const isListening = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      if (log.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then(() => reject(new Error(`Prism did not start: ${log}`)));
  });
  await isListening;
  return {
    url: `http://127.0.0.1:${port}`,
    complaints: () => linesOf(log, /✖|⚠|violation|error|warning/i),
    count: () => linesOf(log, /Request received/).length,
  };
}

/** Before it listens, Prism lists example paths with made-up ids, and "error" is one of its words. */
function linesOf(log: string, pattern: RegExp): string[] {
  const served = log.slice(log.indexOf('Prism is listening'));
  return served.split('\n').filter((line) => pattern.test(line));
}
