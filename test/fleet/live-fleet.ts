import type { Facade } from '../../src/facade.js';
import { credentials } from '../rig/credential.js';
import { atEnd } from '../rig/ending.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { sumOf } from '../rig/metric.js';
import { openFacade, openListener } from '../rig/open.js';
import type { ResultBody } from '../rig/rig.js';
import { startUpstream, type Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';
import { isSharing, secret } from './fleet.js';

export const mine = credentials.alpha.everything;

/** The settings of each replica. */
export const liveSettings = (redisUrl: string): Record<string, string> => ({
  LOG_LEVEL: 'silent',
  LIVE_MIN_SECONDS: '1',
  FLEET_SECRET: secret,
  REDIS_URL: redisUrl,
});

export const document = (everySeconds = 1, selection = 'name'): string =>
  `subscription { live(everySeconds: ${everySeconds}) { screens(first: 1) { nodes { ${selection} } } } }`;

/** A façade of the fleet on a port, which ends with the test. */
export async function startReplica(
  partnerApiUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly facade: Facade; readonly url: string; readonly polls: () => Promise<number> }> {
  const facade = openFacade({ partnerApiUrl, settings: { PORT: '0', ...settings } });
  const { url } = await openListener(facade);
  await until('it shares', () => isSharing(facade));
  return { facade, url, polls: () => sumOf(facade, 'live_polls_total') };
}

/** An upstream whose first screen a test renames. */
export async function startScreens(): Promise<Upstream & { readonly rename: (name: string) => void }> {
  const upstream = await startUpstream();
  atEnd(() => upstream.stop());
  const { screens } = upstream.organizations.alpha;
  return {
    ...upstream,
    rename(name) {
      screens[0] = { ...screens[0], name };
    },
  };
}

/** A subscriber, and what it has got so far. */
export interface Viewer {
  readonly events: readonly ResultBody[];
  readonly name: () => unknown;
  readonly codes: () => unknown[];
  readonly hasCompleted: () => boolean;
  readonly leave: () => void;
}

/** Subscribes over a socket, until the test ends. */
export async function view(url: string, query: string, credential: string = mine): Promise<Viewer> {
  const stream = await subscribe(url, query, { credential });
  const events: ResultBody[] = [];
  let hasCompleted = false;
  const read = async (): Promise<void> => {
    try {
      for (let event = await stream.next(); event !== undefined; event = await stream.next())
        events.push(event);
      hasCompleted = true;
    } catch {
      // The subscriber has left, or the connection has broken.
    }
  };
  const reading = read();
  atEnd(async () => {
    stream.leave();
    await reading;
  });
  return {
    events,
    name: () => at(events.at(-1)?.data, 'live.screens.nodes.0.name'),
    codes: () => events.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions['code'])),
    hasCompleted: () => hasCompleted,
    leave: stream.leave,
  };
}
