import { type Proxy, startProgram, whyMissing } from './proxy.js';

export const nginx: Proxy = {
  name: 'nginx',
  executablePath: '/usr/sbin/nginx',
  options: ({ folder, file }) => ['-p', folder, '-e', 'stderr', '-c', file],
  configuration: ({ folder, address, upstream, more }) =>
    surroundings(
      folder,
      `${more} server { listen ${address}; location / { proxy_pass http://${upstream}; } }`,
    ),
};

/** Why tests behind nginx are skipped; undefined where it is installed. */
export const nginxIsMissing = whyMissing(nginx);

/**
 * Starts nginx in front of a façade, and ends it with the test.
 *
 * @param site the configuration of its `http` for an address
 */
export const startNginx = (site: (address: string) => string): Promise<string> =>
  startProgram(nginx, (folder, address) => surroundings(folder, site(address)));

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
