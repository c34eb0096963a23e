import type { FacadeOptions } from '../../../src/facade.js';
import { until } from '../../rig/wait.js';
import { connectSocket } from '../http-client.js';
import { everything } from '../test-system.js';
import { partnerErrors } from '../../../src/client/index.js';

/** The document that the clients subscribe to: it changes when a screen's hours begin or end. */
export const hours = `subscription Hours {
  live(everySeconds: 1) { screens(first: 8) { nodes { id availability { isOnNow } } } }
}`;

const noon = new Date('2026-10-07T10:00:00Z');
const night = new Date('2026-10-07T02:30:00Z');

/** A façade on a port over data that a test changes. */
export async function startLive({ settings, ...options }: Partial<FacadeOptions> = {}) {
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
    /** The address of `/graphql`. */
    endpoint: `${client.url}/graphql`,
    credential: everything,
    /** Changes the data: screens with opening hours go on or off. */
    change: () => void (now = now === noon ? night : noon),
    /** From now on the Partner API refuses the credential. */
    revoke: () => client.simulator.setFaults([{ status: 401 }]),
    /** Streams that are open, as the metrics say. */
    streams,
    untilStreams: (count: number) =>
      until(`${count} streams`, async () => (await streams()) === count),
  };
}

export type LiveService = Awaited<ReturnType<typeof startLive>>;

/** One event as a client hands it on. */
export interface SeenEvent {
  /** Which of the screens are on; undefined without data. */
  readonly on: readonly boolean[] | undefined;
  readonly codes: readonly string[];
}

/** A subscription of a client. */
export type Watching = Pick<ReturnType<typeof createSink>, 'events' | 'ended'> & {
  readonly leave: () => void;
};

/** Where the client's callbacks write. */
export function createSink() {
  const events: SeenEvent[] = [];
  let ended: unknown;
  return {
    events,
    next: (result: unknown) => void events.push(readEvent(result)),
    error: (reason: unknown) => void (ended ??= reason ?? 'an error without a reason'),
    complete: () => void (ended ??= 'complete'),
    /** `complete` after the server has completed; the reason of a failure. */
    ended: () => ended,
  };
}

/** A result of any client; all of them hold `data` as it was sent. */
export function readEvent(result: unknown): SeenEvent {
  const { data } = result as { readonly data?: HoursData | null };
  return {
    on: data?.live.screens?.nodes.map(({ availability }) => availability.isOnNow),
    codes: partnerErrors(result).map(({ extensions }) => extensions.code),
  };
}

interface HoursData {
  readonly live: {
    readonly screens: {
      readonly nodes: readonly { readonly availability: { readonly isOnNow: boolean } }[];
    } | null;
  };
}
