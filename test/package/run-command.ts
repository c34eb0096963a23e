import { execFile } from 'node:child_process';
import { ensureBuilt } from '../rig/command.js';
import { root } from './pack.js';

/** How a run of the command ended, and what it has said. */
export interface Ended {
  readonly code: unknown;
  readonly output: string;
  readonly errors: string;
}

/** Runs `node dist/main.js` to its end, with these settings and no others. */
export function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  ensureBuilt();
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/main.js', ...args],
      { cwd: root, env, timeout: 120_000 },
      (error, output, errors) =>
        resolve({ code: error?.code ?? (error === null ? 0 : 'none'), output, errors }),
    );
  });
}
