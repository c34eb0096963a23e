import { readFileSync } from 'node:fs';
import { startNginx } from '../rig/nginx.js';

const published = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');

/** Starts nginx with `deploy/nginx.conf` in front of three replicas, and ends it with the test. */
export const startBalancer = (replicas: readonly string[]): Promise<string> =>
  startNginx((address) => withAddresses(published, address, replicas));

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
