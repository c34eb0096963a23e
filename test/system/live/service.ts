import type { FacadeOptions } from '../../../src/facade.js';
import { until } from '../../rig/wait.js';
import { connectSocket, type SocketClient } from '../http-client.js';
import { everything } from '../test-system.js';

/** The document that the clients subscribe to: it changes when a screen's hours begin or end. */
export const hours = `subscription Hours {
  live(everySeconds: 1) { screens(first: 8) { nodes { id availability { isOnNow } } } }
}`;

/** A façade on a port over data that a test changes. */
export interface LiveService extends SocketClient {
  /** The address of `/graphql`. */
  readonly endpoint: string;
  readonly credential: string;
  /** Changes the data: screens with opening hours go on or off. */
  readonly change: () => void;
  /** From now on the Partner API refuses the credential. */
  readonly revoke: () => void;
  /** Streams that are open, as the metrics say. */
  readonly streams: () => Promise<number>;
  readonly untilStreams: (count: number) => Promise<void>;
}

const noon = new Date('2026-10-07T10:00:00Z');
const night = new Date('2026-10-07T02:30:00Z');

export async function startLive({ settings, ...options }: Partial<FacadeOptions> = {}): Promise<LiveService> {
  let now = noon;
  const client = await connectSocket(
    { now: () => now },
    { ...options, settings: { LIVE_MIN_SECONDS: '1', ...settings } },
  );
  const streams = async (): Promise<number> => {
    const text = await (await client.facade.metrics()).text();
    return Number(/^partner_graphql_live_streams (\d+)/m.exec(text)?.[1]);
  };
  return {
    ...client,
    endpoint: `${client.url}/graphql`,
    credential: everything,
    change: () => (now = now === noon ? night : noon),
    revoke: () => client.simulator.setFaults([{ status: 401 }]),
    streams,
    untilStreams: (count) => until(`${count} streams`, async () => (await streams()) === count),
  };
}
