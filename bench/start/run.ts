import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../child.js';
import { type RunningUpstream, startUpstream } from '../running-upstream.js';

export interface StartOptions {
  /** Starts of each kind. */
  readonly rounds: number;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** One start of `node dist/main.js`. */
export interface Start {
  /** From the start of the process to the end of the first response to a query. */
  readonly milliseconds: number;
  /** Three seconds after that; undefined where the system has no /proc. */
  readonly idleMb: number | undefined;
}

/** Starts without a compile cache, and starts that find what an earlier one has compiled. */
export interface StartResult {
  readonly first: readonly Start[];
  readonly further: readonly Start[];
}

/** Milliseconds. */
const idleMs = 3000;
const triesEveryMs = 4;

export async function measureStarts(
  { rounds, node }: StartOptions,
  progress: (text: string) => void,
): Promise<StartResult> {
  const upstream = await startUpstream('static');
  const shared = createFolder();
  try {
    await startOnce(node, upstream, shared, 0);
    const [first, further]: [Start[], Start[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      progress(`start: ${round + 1} of ${rounds}`);
      const own = createFolder();
      first.push(await startOnce(node, upstream, own, idleMs));
      rmSync(own, { recursive: true });
      further.push(await startOnce(node, upstream, shared, idleMs));
    }
    return { first, further };
  } finally {
    rmSync(shared, { recursive: true });
    await upstream.stop();
  }
}

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'partner-graphql-start-'));

/** @param folder where Node.js keeps what it has compiled, if the façade lets it */
async function startOnce(
  node: string,
  upstream: RunningUpstream,
  folder: string,
  idle: number,
): Promise<Start> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(node, ['dist/main.js'], {
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      XDG_CACHE_HOME: folder,
      PARTNER_API_URL: upstream.url,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await firstResponse(`http://127.0.0.1:${port}/graphql`, () => child.exitCode);
    const milliseconds = performance.now() - startedAt;
    await delay(idle);
    return { milliseconds, idleMb: residentMb(child.pid ?? 0) };
  } finally {
    const ended = once(child, 'exit');
    // A process that ends in good order writes its compile cache.
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
}

async function firstResponse(url: string, exitCode: () => number | null): Promise<void> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ query: '{ organization { name } }' }),
  };
  for (;;) {
    const text = await fetch(url, request).then(
      (response) => response.text(),
      () => undefined,
    );
    if (text?.includes('"Bench Displays"') === true) return;
    if (text !== undefined || exitCode() !== null)
      throw new Error(`The façade did not start: ${text ?? ''}`);
    await delay(triesEveryMs);
  }
}

/** Of a process on Linux. */
function residentMb(pid: number): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}
