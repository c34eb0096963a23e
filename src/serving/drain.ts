import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Facade } from '../server.js';

export interface DrainOptions {
  readonly facade: Facade;
  readonly server: Server;
  /** What else is to be closed. */
  readonly finish: () => Promise<void>;
}

/**
 * Ends the process gently at the first SIGTERM or SIGINT: readiness says 503, requests are still taken for
 * `DRAIN_DELAY_MS`, then what is in flight is answered for at most `DRAIN_TIMEOUT_MS`. A second signal ends it at once.
 */
export function drainOnSignal(options: DrainOptions): void {
  let isDraining = false;
  const onSignal = (): void => {
    if (isDraining) process.exit(1);
    isDraining = true;
    drain(options).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function drain({ facade, server, finish }: DrainOptions): Promise<void> {
  const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = facade.settings;
  facade.startDraining();
  facade.logger.info('draining');
  if (DRAIN_DELAY_MS > 0) await delay(DRAIN_DELAY_MS);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await Promise.race([closed, delay(DRAIN_TIMEOUT_MS)]);
  server.closeAllConnections();
  await facade.close();
  await finish();
}
