import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Counts the instructions of one process, by Valgrind: those of its main thread, outside of the
 * kernel. Neither what else the machine does nor when the other threads compile and collect garbage
 * has a part in it; but neither have caches and system calls.
 */
export class InstructionCounter {
  private readonly folder = mkdtempSync(join(tmpdir(), 'partner-graphql-instructions-'));
  /**
   * Runs the command that follows it in its own process. Until `start`, that process is a few times
   * slower; then 60 times.
   */
  readonly launcher = [
    'valgrind',
    '--quiet',
    '--tool=callgrind',
    '--instr-atstart=no',
    '--separate-threads=yes',
    // V8 writes code while it runs.
    '--smc-check=all-non-file',
    `--callgrind-out-file=${join(this.folder, 'dump')}`,
  ];

  start(pid: number): void {
    control('--instr=on', pid);
    this.take(pid);
  }

  /** Instructions since the last call, or since the start. */
  take(pid: number): number {
    control('--dump', pid);
    // A dump has a file for each thread, the first one for the main thread, and starts the count
    // anew.
    const dumps = readdirSync(this.folder).map((name) => join(this.folder, name));
    const main = dumps.find((file) => file.endsWith('-01'));
    const [, total] =
      /^totals: (\d+)$/m.exec(main === undefined ? '' : readFileSync(main, 'utf8')) ?? [];
    for (const file of dumps) rmSync(file);
    if (total === undefined) throw new Error('Valgrind has counted nothing.');
    return Number(total);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @throws Error where Valgrind is not installed */
export function requireValgrind(): void {
  try {
    execFileSync('valgrind', ['--version'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      '--instructions needs Valgrind: install it, for example the package valgrind of Debian',
    );
  }
}

const control = (order: string, pid: number): void =>
  void execFileSync('callgrind_control', [order, String(pid)], { stdio: 'ignore' });
