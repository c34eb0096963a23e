import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, createCertificate } from '../test/rig/certificate.js';
import { builtModule, freePort, type ServingChild, startServer } from './child.js';
import { protocolOf, type UpstreamMode } from './mode.js';
import type { Exchange } from './upstream.js';

/** An upstream in a process of its own. */
export interface RunningUpstream extends ServingChild {
  readonly mode: UpstreamMode;
  /** Where the bench asks it; see `control.ts`. */
  readonly control: string;
}

/** @param settings of `upstream-command.ts` */
export async function startUpstream(
  mode: UpstreamMode,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningUpstream> {
  const controlPort = await freePort();
  const isSecure = protocolOf(mode) !== 'http';
  const child = await startServer(process.execPath, builtModule('upstream-command.js'), {
    ...settings,
    ...(isSecure && { TLS_CERT: identity().cert, TLS_KEY: identity().key }),
    MODE: mode,
    CONTROL_PORT: String(controlPort),
  });
  const url = isSecure ? child.url.replace('http:', 'https:') : child.url;
  return { ...child, mode, url, control: `http://127.0.0.1:${controlPort}` };
}

/** Makes a server trust the upstreams of this run; the variable is read when Node.js starts. */
export const trust = (mode: UpstreamMode): Readonly<Record<string, string>> =>
  protocolOf(mode) === 'http' ? {} : { NODE_EXTRA_CA_CERTS: identity().file };

/** REST requests that the upstream has received so far. */
export const countRequests = async (upstream: RunningUpstream): Promise<number> =>
  Number(await askControl(upstream, 'requests'));

export const countHttp2Requests = async (upstream: RunningUpstream): Promise<number> =>
  Number(await askControl(upstream, 'http2-requests'));

/** The requests since the last call. */
export const takeExchanges = async (upstream: RunningUpstream): Promise<readonly Exchange[]> =>
  // The control writes what `takeExchanges` of the upstream gives.
  JSON.parse(await askControl(upstream, 'exchanges')) as readonly Exchange[];

const askControl = async ({ control }: RunningUpstream, question: string): Promise<string> =>
  (await fetch(`${control}/${question}`)).text();

let made: (Certificate & { readonly file: string }) | undefined;

/** A certificate for this run, which is its own authority, and a file with it. */
function identity(): Certificate & { readonly file: string } {
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(tmpdir(), 'partner-graphql-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const certificate = createCertificate({ address: '127.0.0.1' });
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, certificate.cert);
  made = { ...certificate, file };
  return made;
}
