import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The compiler of `npm run compile`. */
export const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

/** What it writes last. */
const buildInfo = join(root, 'dist/build.tsbuildinfo');

/** Builds the command unless the build is newer than its sources. */
export function ensureBuilt(): void {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('dashboard'),
  );
  const newest = Math.max(...sources.map((file) => statSync(join(root, 'src', file)).mtimeMs));
  if (existsSync(buildInfo) && statSync(buildInfo).mtimeMs >= newest) return;
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  // The compiler leaves it alone where nothing has changed but a time.
  const now = new Date();
  utimesSync(buildInfo, now, now);
}

/**
 * Starts `node dist/main.js` on a free port, and waits until it is ready.
 *
 * @param atEnd registers what ends it; by default it ends with the test
 */
export async function startCommand(
  settings: Readonly<Record<string, string>>,
  atEnd: (stop: () => void) => void = onTestFinished,
) {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  let written = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const found = /"url":"([^"]+)\/graphql"/.exec(written)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The façade did not start: ${written}`)));
  });
  const ended = once(child, 'exit').then(
    // node:child_process sets one of the two.
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
  );
  return {
    url: await url,
    process: child,
    output: () => written,
    /** Its exit code or signal. */
    ended,
  };
}

export type Command = Awaited<ReturnType<typeof startCommand>>;

/** Settings of one process, and of several. */
export const processCounts = [{ WORKERS: '1' }, { WORKERS: '2' }] as const;

/**
 * Runs `node dist/main.js` to its end, with these settings and no others: how it ended, and what it
 * has said.
 */
export function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const options = { cwd: root, env: { PATH: process.env['PATH'], ...settings }, timeout: 120_000 };
  return new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, ['dist/main.js', ...args], options, (error, output, errors) =>
      resolve({ code: error === null ? 0 : (error.code ?? 'none'), output, errors }),
    );
  });
}

/** Runs a module against the built façade in its own process, and returns its output. */
export function runModule(source: string): string {
  const args = ['--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}
