import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Facade } from '../facade.js';
import type { Listener } from './listener.js';

export interface DrainOptions {
  readonly facade: Facade;
  readonly listener: Pick<Listener, 'startDraining' | 'close'>;
  /** Closes what else there is. */
  readonly finish?: () => Promise<void>;
}

/**
 * Ends the process gently at the first SIGTERM or SIGINT: readiness says 503, requests are still taken for
 * `DRAIN_DELAY_MS`, then what is in flight is answered for at most `DRAIN_TIMEOUT_MS`, and the process exits 0. A
 * second signal ends it at once, with 128 and the signal's number as a shell would tell it.
 */
export function drainOnSignal(options: DrainOptions): void {
  let isDraining = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (isDraining) process.exit(128 + constants.signals[signal]);
    isDraining = true;
    options.facade.logger.info({ signal }, 'draining');
    drain(options).then(
      (isWhole) => {
        options.facade.logger.info({ everythingAnswered: isWhole }, 'drained');
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Drains what this process serves, as `drainOnSignal` says; whether everything was answered in time. */
export async function drain({ facade, listener, finish }: DrainOptions): Promise<boolean> {
  const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = facade.settings;
  facade.startDraining();
  listener.startDraining();
  if (DRAIN_DELAY_MS > 0) await delay(DRAIN_DELAY_MS);
  const closed = async (): Promise<boolean> => {
    await listener.close();
    await facade.close();
    await finish?.();
    return true;
  };
  return Promise.race([closed(), delay(DRAIN_TIMEOUT_MS, false)]);
}
