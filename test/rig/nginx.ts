import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFolder } from './open.js';
import { freePort } from './port.js';
import { until } from './wait.js';

const executablePath = '/usr/sbin/nginx';

/** Why tests behind nginx are skipped; undefined where it is installed. */
export const nginxIsMissing = existsSync(executablePath) ? undefined : `there is no ${executablePath}`;

/**
 * Starts nginx in front of a façade, and ends it with the test.
 *
 * @param site the configuration of its `http` for an address
 */
export async function startNginx(site: (address: string) => string): Promise<string> {
  const folder = openFolder();
  const address = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, surroundings(folder, site(address)));
  const child = spawn(executablePath, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const url = `http://${address}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('nginx is ready', isReady);
  return url;
}

/** What Debian's own nginx.conf has around a site. */
const surroundings = (folder: string, site: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${site}
}
`;
