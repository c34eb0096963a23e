import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { commandModules } from '../commands/command.js';
import { root } from '../docs/markdown.js';

/**
 * Where the commands of this project and of its tests are: a linked package has no links to its
 * commands.
 */
const commands = [
  join(root, 'node_modules/.bin'),
  join(commandModules, '.bin'),
  process.env['PATH'] ?? '',
];

/**
 * Runs a line of a page by a shell. A server runs until the test ends.
 *
 * @returns what it has printed, at its end, or when a server has printed its address
 * @throws Error if it ends with another code than 0
 */
export function runLine(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn('sh', ['-c', line], {
    cwd,
    env: { HOME: process.env['HOME'], PATH: commands.join(delimiter), ...env },
    // A group of its own: npm starts a shell, which starts the program.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => endGroup(child));
  return untilUp(child, line);
}

/** The address that a server has printed. */
export const addressIn = (printed: string): string | undefined => localAddress.exec(printed)?.[1];

const localAddress = /(http:\/\/127\.0\.0\.1:\d+)[^\n]*\n/;

function untilUp(child: ChildProcess, line: string): Promise<string> {
  let printed = '';
  let errors = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (localAddress.test(printed)) resolve(printed);
    });
    child.once('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`"${line}" ends with ${String(code)}: ${printed}${errors}`));
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
