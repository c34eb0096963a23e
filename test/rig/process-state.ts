import { setTimeout as delay } from 'node:timers/promises';

/** The process state that a test must restore. */
export interface ProcessState {
  readonly prototypes: string;
  readonly resources: ReadonlyMap<string, number>;
}

/** Handles of the façade and the rig; the test runner has others. */
const watched = /^(?:TCP|TLS|Pipe(?:Connect)?Wrap|Timeout|Immediate|Zlib|ProcessWrap|Worker)/;

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

export function readProcessState(): ProcessState {
  const resources = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (watched.test(kind)) resources.set(kind, (resources.get(kind) ?? 0) + 1);
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).map(String).join(' '))
    .join('; ');
  return { prototypes, resources };
}

/**
 * What a test left behind; sockets and timers get some time to close.
 *
 * @param spareTimers how many more timers than before are no fault
 * @param waitMs milliseconds, about
 */
export async function faultsOfProcess(
  before: ProcessState,
  { spareTimers = 0, waitMs = 1500 } = {},
): Promise<string[]> {
  const faults: string[] = [];
  const leftOver = await waitForResources(before.resources, spareTimers, waitMs);
  if (leftOver.length > 0) faults.push(`left open: ${leftOver.join(', ')}`);
  if (readProcessState().prototypes !== before.prototypes) faults.push('a prototype is polluted');
  faults.push(...unhandled.splice(0).map((reason) => `unhandled rejection: ${String(reason)}`));
  return faults;
}

async function waitForResources(
  before: ReadonlyMap<string, number>,
  spareTimers: number,
  waitMs: number,
): Promise<string[]> {
  for (let round = 0; ; round += 1) {
    const leftOver = [...readProcessState().resources].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0) - (kind === 'Timeout' ? spareTimers : 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
    if (leftOver.length === 0 || round === 20 + waitMs / 25) return leftOver;
    await delay(round < 20 ? 1 : 25);
  }
}
