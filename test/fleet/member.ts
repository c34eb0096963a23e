import { onTestFinished } from 'vitest';
import { openFleet } from '../../src/fleet/open-fleet.js';
import type { SharedState } from '../../src/tenant/shared-state.js';
import { until } from '../rig/wait.js';
import { secret } from './fleet.js';
import { readOne } from './memory-store.js';

/** A process of a fleet without its façade: what it shares, and what became of its commands. */
export interface Member {
  readonly shared: SharedState;
  readonly counts: { ok: number; failed: number; skipped: number };
  readonly isUp: () => boolean;
  readonly close: () => void;
}

export function joinFleet(url: string, fleetSecret = secret): Member {
  const counts = { ok: 0, failed: 0, skipped: 0 };
  const state = { isUp: false };
  const fleet = openFleet(
    { PARTNER_API_URL: 'https://partner.example', REDIS_URL: url, FLEET_SECRET: [fleetSecret] },
    undefined,
    () => ({
      commanded: (_command, outcome) => void (counts[outcome] += 1),
      messaged: () => undefined,
      changed: (isUp) => void (state.isUp = isUp),
    }),
  );
  if (fleet === undefined) throw new Error('There is a fleet.');
  onTestFinished(() => fleet.close());
  return { shared: fleet.shared, counts, isUp: () => state.isUp, close: fleet.close };
}

/** Waits until a member reads what it has written. */
export const shares = ({ shared }: Member): Promise<void> =>
  until('it shares', async () => {
    shared.write('document', 'shares', 'yes', 60_000);
    return (await readOne(shared, 'document', 'shares')) === 'yes';
  });

/** Waits until a message of one member reaches another. */
export async function reaches(from: Member, to: Member): Promise<void> {
  let isHeard = false;
  const stop = to.shared.listen('session', () => void (isHeard = true));
  await until('it hears', () => {
    if (!isHeard) from.shared.announce('session', 'hello', 0);
    return isHeard;
  });
  stop();
}
