import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd, searched } from './ending.js';
import { until } from './wait.js';

/** The façade in its own process. */
export interface Spawned {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its exit code or signal. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
  /** Its address without a trailing slash, once it listens. */
  readonly url: () => Promise<string>;
}

const project = new URL('../..', import.meta.url).pathname;

/** Starts the command from its source. The rig searches its output for the canary when the test ends. */
export function spawnFacade(settings: Readonly<Record<string, string>>): Spawned {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: project,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'trace', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exit = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  atEnd(async () => {
    child.kill('SIGKILL');
    await exit;
    searched({ what: 'process output', text: stdout + stderr });
  });
  const readyUrl = (): string | undefined => /"url":"(http:[^"]+)\/graphql"/.exec(stdout)?.[1];
  return {
    kill: (signal) => void child.kill(signal),
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    async url() {
      await until(
        `the process listens: ${stderr}`,
        () => readyUrl() !== undefined || child.exitCode !== null,
      );
      return readyUrl() ?? '';
    },
  };
}
