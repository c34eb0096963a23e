import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The abbreviated name of a commit of this repository. */
export function readCommit(option: string, text: string, root = process.cwd()): string {
  try {
    return git(
      root,
      'rev-parse',
      '--short=12',
      '--verify',
      '--end-of-options',
      `${text}^{commit}`,
    ).trim();
  } catch {
    throw new Error(`${option} is "${text}", but must be a commit of this repository`);
  }
}

/**
 * Builds the façade of a commit aside, once. Where its lock file is that of now, it finds the
 * project's packages, being below the project's folder; otherwise its own are installed beside it.
 *
 * @param commit from `readCommit`
 * @param root the project's folder
 * @returns the folder of its `main.js`
 */
export function buildCommit(commit: string, root = process.cwd()): string {
  const folder = join(root, 'node_modules/.cache/bench-commits', commit);
  const build = join(folder, 'dist');
  if (existsSync(folder)) return build;
  // A build that ends half-way is not taken for one.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'archive.tar');
  git(root, 'archive', '--output', archive, commit);
  run('tar', ['-xf', archive, '-C', unfinished], root);
  const lockOf = (place: string): string => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lockOf(unfinished) !== lockOf(root))
    run('npm', ['ci', '--omit', 'dev', '--ignore-scripts', '--no-audit', '--no-fund'], unfinished);
  // Only what runs is needed; declarations cannot name all types in such a folder.
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const plain = ['--declaration', 'false', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  run(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...plain], unfinished);
  renameSync(unfinished, folder);
  return build;
}

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const run = (command: string, args: readonly string[], folder: string): void =>
  void execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
