import { StoreRefusal } from './store.js';

/** The commands to the store that metrics count. */
export const fleetCommands = ['get', 'set', 'delete', 'lease', 'release', 'announce'] as const;

/** `skipped`: not sent, as the store is away. */
export const commandOutcomes = ['ok', 'failed', 'skipped'] as const;

export const messageDirections = ['sent', 'received'] as const;

type FleetCommand = (typeof fleetCommands)[number];

/** What metrics count. */
export interface FleetObserver {
  readonly commanded: (
    command: FleetCommand,
    outcome: (typeof commandOutcomes)[number],
    milliseconds: number,
  ) => void;
  readonly messaged: (direction: (typeof messageDirections)[number]) => void;
  /** The store can be used, or cannot. */
  readonly changed: (isUp: boolean) => void;
}

/** Milliseconds for a command. With what the event loop adds, nobody waits for more than 50 (interface, "Fleet"). */
const deadlineMs = 45;

const firstProbeMs = 100;
const maxProbeMs = 2000;

/** Milliseconds after which a store that replies counts as steady: one that fails sooner is probed ever more rarely. */
const steadyMs = 5000;

/**
 * A circuit breaker: the first command that fails or is late opens it, and nobody waits again before a probe in the
 * background has succeeded. It begins open, as nothing is connected yet. A refusal comes in time and does not open it:
 * a store that is full can still be read.
 */
export interface Breaker {
  /** The result of a command; undefined where it failed, or was not tried. */
  readonly ask: <T>(command: FleetCommand, run: () => Promise<T>) => Promise<T | undefined>;
  /** Probes now. */
  readonly probe: () => void;
  readonly close: () => void;
}

interface State {
  readonly ping: () => Promise<void>;
  readonly observer: FleetObserver;
  isUp: boolean;
  /** When it was last found usable. */
  upSince: number;
  isProbing: boolean;
  probeMs: number;
  timer: NodeJS.Timeout | undefined;
  isClosed: boolean;
}

export function createBreaker(ping: () => Promise<void>, observer: FleetObserver): Breaker {
  const state: State = {
    ping,
    observer,
    isUp: false,
    upSince: 0,
    isProbing: false,
    probeMs: firstProbeMs,
    timer: undefined,
    isClosed: false,
  };
  return {
    ask: (command, run) => ask(state, command, run),
    probe: () => void probe(state),
    close() {
      state.isClosed = true;
      state.isUp = false;
      clearTimeout(state.timer);
    },
  };
}

async function ask<T>(state: State, command: FleetCommand, run: () => Promise<T>): Promise<T | undefined> {
  const { observer } = state;
  if (!state.isUp) {
    observer.commanded(command, 'skipped', 0);
    return undefined;
  }
  const startedAt = performance.now();
  try {
    const result = await inTime(run());
    observer.commanded(command, 'ok', performance.now() - startedAt);
    return result;
  } catch (error) {
    observer.commanded(command, 'failed', performance.now() - startedAt);
    if (!(error instanceof StoreRefusal)) open(state);
    return undefined;
  }
}

function open(state: State): void {
  if (!state.isUp) return;
  state.isUp = false;
  state.observer.changed(false);
  if (performance.now() - state.upSince >= steadyMs) state.probeMs = firstProbeMs;
  probeLater(state);
}

/** The store can be used again, unless the process has left the fleet meanwhile. */
function close(state: State): void {
  if (state.isClosed) return;
  clearTimeout(state.timer);
  state.isUp = true;
  state.upSince = performance.now();
  state.observer.changed(true);
}

function probeLater(state: State): void {
  if (state.isClosed) return;
  clearTimeout(state.timer);
  // Jitter keeps a fleet from asking at once what it has lost at once.
  state.timer = setTimeout(() => void probe(state), state.probeMs * (0.5 + Math.random())).unref();
  state.probeMs = Math.min(maxProbeMs, 2 * state.probeMs);
}

async function probe(state: State): Promise<void> {
  if (state.isUp || state.isProbing || state.isClosed) return;
  state.isProbing = true;
  try {
    await inTime(state.ping());
    close(state);
  } catch {
    probeLater(state);
  } finally {
    state.isProbing = false;
  }
}

/** Rejects after the deadline. A result that waits behind a busy turn of our own event loop is read first. */
function inTime<T>(result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => {
        reject(new Error(`The store of the fleet has not replied within ${deadlineMs} ms.`));
      });
    }, deadlineMs);
    const settle = (): void => {
      clearTimeout(timer);
    };
    result.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
