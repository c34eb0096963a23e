import type { FacadeOptions } from '../../../src/facade.js';
import { until } from '../../rig/wait.js';
import { connectSocket, type SocketClient } from '../http-client.js';
import { everything } from '../test-system.js';
import { partnerErrors } from '../../../src/client/index.js';

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

/** One event as a client hands it on. */
export interface SeenEvent {
  /** Which of the screens are on; undefined without data. */
  readonly on: readonly boolean[] | undefined;
  readonly codes: readonly string[];
}

/** A subscription of a client. */
export interface Watching {
  readonly events: readonly SeenEvent[];
  /** `complete` after the server has completed; the reason of a failure. */
  readonly ended: () => unknown;
  readonly leave: () => void;
}

/** Where the client's callbacks write. */
export interface Sink {
  readonly events: SeenEvent[];
  readonly next: (result: unknown) => void;
  readonly error: (reason: unknown) => void;
  readonly complete: () => void;
  readonly ended: () => unknown;
}

export function createSink(): Sink {
  const events: SeenEvent[] = [];
  let ended: unknown;
  return {
    events,
    next: (result) => void events.push(readEvent(result)),
    error: (reason) => (ended ??= reason ?? 'an error without a reason'),
    complete: () => (ended ??= 'complete'),
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
