import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFolder } from './open.js';
import { freePort } from './port.js';
import { until } from './wait.js';

/** A program that a test starts in front of a façade. */
export interface Program {
  readonly name: string;
  readonly executablePath: string;
  /** By which it stays in the foreground, as one process where it can. */
  readonly options: (place: ProgramPlace) => readonly string[];
}

interface ProgramPlace {
  readonly folder: string;
  /** Its configuration. */
  readonly file: string;
  /** Where it listens: `host:port`. */
  readonly address: string;
}

/** A proxy as Debian packages it. */
export interface Proxy extends Program {
  readonly configuration: (place: Omit<ProgramPlace, 'file'> & ProxiedFacade) => string;
}

interface ProxiedFacade {
  /** Where it listens: `host:port`. */
  readonly upstream: string;
  /** What a test adds to the shortest configuration, in the proxy's language. */
  readonly more: string;
}

/** Why tests behind a proxy are skipped; undefined where it is installed. */
export const whyMissing = ({ executablePath }: Program): string | undefined =>
  existsSync(executablePath) ? undefined : `there is no ${executablePath}`;

/**
 * Starts a proxy in front of a façade, and ends it with the test.
 *
 * @param url of the façade
 * @returns the address of the proxy
 */
export const startProxy = (proxy: Proxy, url: string, more = ''): Promise<string> =>
  startProgram(proxy, (folder, address) =>
    proxy.configuration({ folder, address, upstream: new URL(url).host, more }),
  );

/**
 * Starts a program with a configuration for its folder and its address, and ends it with the test.
 */
export async function startProgram(
  { name, executablePath, options }: Program,
  configurationFor: (folder: string, address: string) => string,
): Promise<string> {
  const folder = openFolder();
  const address = `127.0.0.1:${await freePort()}`;
  const file = join(folder, 'configuration');
  writeFileSync(file, configurationFor(folder, address));
  // Caddy keeps files at home.
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(executablePath, options({ folder, file, address }), { stdio: 'ignore', env });
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
  await until(`${name} is ready`, isReady);
  return url;
}

export const caddy: Proxy = {
  name: 'Caddy',
  executablePath: '/usr/bin/caddy',
  options: ({ file }) => ['run', '--adapter', 'caddyfile', '--config', file],
  configuration: ({ address, upstream, more }) => `
{
  admin off
}
http://${address} {
  ${more}
  reverse_proxy ${upstream} {
    transport http {
      keepalive 60s
    }
  }
}
`,
};

export const haproxy: Proxy = {
  name: 'HAProxy',
  executablePath: '/usr/sbin/haproxy',
  options: ({ file }) => ['-db', '-f', file],
  configuration: ({ address, upstream, more }) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  ${more}
frontend clients
  bind ${address}
  default_backend facade
backend facade
  server facade ${upstream}
`,
};

export const varnish: Proxy = {
  name: 'Varnish',
  executablePath: '/usr/sbin/varnishd',
  // Without a jail it needs no user of its own.
  options: ({ folder, file, address }) => [
    '-F',
    '-j',
    'none',
    '-n',
    folder,
    '-a',
    address,
    '-f',
    file,
  ],
  configuration: ({ upstream, more }) => `
vcl 4.1;
backend default {
  .host = "${upstream.replace(/:.*/, '')}";
  .port = "${upstream.replace(/.*:/, '')}";
}
${more}
`,
};

const apacheModules = ['mpm_event', 'authz_core', 'filter', 'deflate', 'proxy', 'proxy_http'];

export const apache: Proxy = {
  name: 'Apache',
  executablePath: '/usr/sbin/apache2',
  options: ({ file }) => ['-X', '-f', file],
  configuration: ({ folder, address, upstream, more }) => `
ServerRoot ${folder}
ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Mutex file:${folder}
User nobody
Listen ${address}
${apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${more}
ProxyPass / http://${upstream}/ ttl=60
`,
};
