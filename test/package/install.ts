import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.js';

/** A project that has nothing but the package. */
export interface Project {
  readonly folder: string;
  readonly remove: () => void;
}

/** What npm says where it cannot reach the registry, or would not. */
const wantOfNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/**
 * Packs the package and installs it in an empty folder.
 *
 * @returns why not, where the registry cannot be reached
 * @throws Error for any other reason that it cannot be installed
 */
export function installInEmptyFolder(): Project | string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  const packed = pack();
  const remove = (): void => rmSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-timeout=30000'];
  try {
    execFileSync('npm', ['install', packed.path, ...flags], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return { folder, remove };
  } catch (error) {
    remove();
    const [reason] = wantOfNetwork.exec(String(error)) ?? [];
    if (reason === undefined) throw error;
    return `the registry cannot be reached: ${reason}`;
  } finally {
    packed.remove();
  }
}
