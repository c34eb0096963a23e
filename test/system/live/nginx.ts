import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { closePort, openPort } from '../../rig/port.js';
import { until } from '../../rig/wait.js';

const executablePath = '/usr/sbin/nginx';

/** Marks the name of a test that is skipped for lack of Debian's nginx. */
export const nginxIsMissing = !existsSync(executablePath);
export const throughNginx = nginxIsMissing ? ` (SKIPPED: there is no ${executablePath})` : '';

/** Starts nginx in front of a server, with nginx's defaults for proxies, and ends it with the test. */
export async function startNginx(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const address = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, address, url));
  const child = spawn(executablePath, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  const isReady = (): Promise<boolean> =>
    fetch(`http://${address}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('nginx is ready', isReady);
  return `http://${address}`;
}

const configuration = (folder: string, address: string, url: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen ${address};
    location / { proxy_pass ${url}; }
  }
}
`;

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openPort(server);
  await closePort(server);
  return port;
}
