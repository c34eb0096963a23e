import { onTestFinished } from 'vitest';
import type { Facade } from '../../src/facade.js';
import { createPool } from '../../src/rest/transport/connection-pool.js';
import type { Transport } from '../../src/rest/transport/transport.js';
import { createUndiciTransport } from '../../src/rest/transport/undici-transport.js';
import { createData } from '../../bench/data.js';
import { protocolOf } from '../../bench/mode.js';
import { createUpstream, type Upstream, type UpstreamOptions } from '../../bench/upstream.js';
import { createCertificate } from '../rig/certificate.js';
import { openFacade } from '../rig/open.js';
import { openPort } from '../rig/port.js';

export const data = createData();
const certificate = createCertificate({ address: '127.0.0.1' });

/** A fresh façade in front of an upstream. */
export async function startBenched(
  settings: Readonly<Record<string, string>> = {},
  options: Partial<UpstreamOptions> = {},
): Promise<{ readonly facade: Facade; readonly upstream: Upstream }> {
  const { mode = 'static' } = options;
  const upstream = createUpstream(data, { mode, latencyMs: 0, certificate, ...options });
  const port = await openPort(upstream.server);
  const partnerApiUrl = `${protocolOf(mode) === 'http' ? 'http' : 'https'}://127.0.0.1:${port}`;
  onTestFinished(() => upstream.close());
  const facade = openFacade({
    partnerApiUrl,
    settings,
    ...(protocolOf(mode) !== 'http' && { transport: createTrustingTransport(partnerApiUrl) }),
  });
  return { facade, upstream };
}

/**
 * The façade's own, which knows the certificate: a process reads NODE_EXTRA_CA_CERTS only when it
 * starts.
 */
function createTrustingTransport(PARTNER_API_URL: string): Transport {
  const limits = {
    MAX_RESPONSE_BYTES: 1_000_000,
    UPSTREAM_TIMEOUT_MS: 5000,
    UPSTREAM_MAX_CONNECTIONS: 32,
  };
  const settings = { PARTNER_API_URL, ...limits };
  return createUndiciTransport(
    settings,
    createPool(settings, { connect: { ca: certificate.cert } }),
  );
}
