import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { closePort, openPort } from '../rig/port.js';
import { until } from '../rig/wait.js';

const executablePath = '/usr/sbin/nginx';

/** Why tests behind nginx are skipped; undefined where it is installed. */
export const nginxIsMissing = existsSync(executablePath) ? undefined : `there is no ${executablePath}`;

const published = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');

/** Starts nginx with `deploy/nginx.conf` in front of three replicas, and ends it with the test. */
export async function startBalancer(replicas: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(folder, 'site.conf'), withAddresses(published, address, replicas));
  writeFileSync(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn(executablePath, ['-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = `http://${address}`;
  await until('nginx is ready', () => isReady(url));
  return url;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The published file for other addresses, with as many replicas as there are. */
function withAddresses(text: string, address: string, replicas: readonly string[]): string {
  const left = replicas.map((url) => new URL(url).host);
  return text
    .replace('listen 8080', `listen ${address}`)
    .replaceAll(/server 192\.0\.2\.\d:4000 [^;]*;/g, (line) => {
      const host = left.shift();
      return host === undefined ? '' : line.replace(/192\.0\.2\.\d:4000/, host);
    });
}

/** What Debian's own nginx.conf has around the file. */
const surroundings = (folder: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`;

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openPort(server);
  await closePort(server);
  return port;
}
