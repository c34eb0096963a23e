import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config.js';
import type { Listener } from './listener.js';

export interface DrainTarget {
  readonly settings: Pick<Settings, 'DRAIN_DELAY_MS' | 'DRAIN_TIMEOUT_MS'>;
  readonly logger: { readonly info: (fields: object, message: string) => void };
  readonly startDraining: () => void;
  readonly close: () => Promise<void>;
}

export interface DrainOptions {
  readonly facade: DrainTarget;
  readonly listener: Pick<Listener, 'startDraining' | 'close'>;
  readonly finish?: () => Promise<void>;
}

/**
 * Drains at the first SIGTERM or SIGINT, and exits with 0: readiness says 503, new requests are served for
 * `DRAIN_DELAY_MS`, then requests in flight have `DRAIN_TIMEOUT_MS` to end. A second signal exits at once, with the code
 * that a shell expects: 128 and the number of the signal.
 */
export function drainOnSignal(options: DrainOptions): void {
  const { logger } = options.facade;
  let isDraining = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (isDraining) process.exit(128 + constants.signals[signal]);
    isDraining = true;
    logger.info({ signal }, 'draining');
    drain(options).then(
      (everythingAnswered) => {
        logger.info({ everythingAnswered }, 'drained');
        process.exit(0);
      },
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** @returns whether every request in flight was answered in time */
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
