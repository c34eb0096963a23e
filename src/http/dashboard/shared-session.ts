import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SharedState } from '../../tenant/shared-state.js';
import { sessionIdPattern } from './guard.js';
import {
  createSessions,
  type DashboardSession,
  defaultLimits,
  type SessionFacts,
  type SessionLimits,
  type SessionMemory,
  type SharedSession,
} from './session.js';

/** The sessions of this process, and of the fleet that it may belong to. */
export interface DashboardSessions {
  /** @returns the id for the cookie, once the next request may reach any process */
  open(session: SessionFacts): Promise<string>;
  /** The session with an id, and extends it; undefined if it has ended. */
  find(id: string | undefined): Promise<DashboardSession | undefined>;
  /** Ends a session, and its streams, in all processes. */
  close(id: string | undefined): Promise<void>;
}

/** Milliseconds. The store's limit of idleness is a minute longer than that of a process. */
const defaultWriteEveryMs = 60_000;

/**
 * Milliseconds for which an id without a session is not looked up again, as its browser may ask many times. No longer: the
 * store may have been away for a moment.
 */
const unknownMs = 1000;

/** Ids that are remembered as ended or unknown. */
const maxIds = 10_000;

/** Look-ups at once. Invented ids cost no more, as each of the rest is an id without a session. */
const maxLookUps = 256;

interface State {
  readonly memory: SessionMemory;
  readonly shared: SharedState;
  /** Milliseconds for which the store keeps a session that nobody extends. */
  readonly holdMs: number;
  /** Ids whose sessions need not be written yet. */
  readonly written: LRUCache<string, true>;
  readonly unknown: LRUCache<string, true>;
  /** Ended here or elsewhere: not taken from the store again, even if nobody could delete them there. */
  readonly ended: LRUCache<string, true>;
  readonly lookUps: Map<string, Promise<DashboardSession | undefined>>;
}

/**
 * @param shared undefined where this process is alone
 * @param writeEveryMs milliseconds in which a session that is in use is written once
 */
export function openSessions(
  shared: SharedState | undefined,
  limits: Partial<SessionLimits> = {},
  writeEveryMs = defaultWriteEveryMs,
): DashboardSessions {
  if (shared === undefined) return alone(createSessions(limits));
  return inFleet(shared, { ...defaultLimits, ...limits }, writeEveryMs);
}

const alone = (memory: SessionMemory): DashboardSessions => ({
  open: (session) => Promise.resolve(memory.open(session)),
  find: (id) => Promise.resolve(memory.find(id)),
  close(id) {
    memory.close(id);
    return Promise.resolve();
  },
});

/**
 * Sessions that any process of a fleet may serve. The store has them until they are idle; the memory has those that were
 * used here. One that the memory has no room for stays in the store.
 */
function inFleet(shared: SharedState, limits: SessionLimits, writeEveryMs: number): DashboardSessions {
  const { maxSessions, idleMs } = limits;
  const holdMs = idleMs + writeEveryMs;
  const state: State = {
    memory: createSessions(limits, (id) => endEverywhere(state, id)),
    shared,
    holdMs,
    written: new LRUCache({ max: maxSessions, ttl: writeEveryMs }),
    unknown: new LRUCache({ max: maxIds, ttl: unknownMs }),
    ended: new LRUCache({ max: maxIds, ttl: holdMs }),
    lookUps: new Map(),
  };
  shared.listen('session', (id) => endedElsewhere(state, id));
  return {
    open: (session) => open(state, session),
    find: (id) => find(state, id),
    close: (id) => close(state, id),
  };
}

async function open(state: State, facts: SessionFacts): Promise<string> {
  const { memory, shared } = state;
  const id = memory.open(facts);
  extend(state, id, memory.find(id));
  // Commands keep their order: after this read the store has the session, wherever the next request goes.
  await shared.read('session', id);
  return id;
}

async function find(state: State, id: string | undefined): Promise<DashboardSession | undefined> {
  const { memory, ended, unknown, lookUps } = state;
  if (id === undefined) return undefined;
  const known = memory.find(id);
  if (known !== undefined) return extend(state, id, known);
  if (ended.has(id) || unknown.has(id)) return undefined;
  const running = lookUps.get(id);
  if (running !== undefined || lookUps.size >= maxLookUps) return running;
  const started = lookUp(state, id).finally(() => lookUps.delete(id));
  lookUps.set(id, started);
  return started;
}

async function lookUp(state: State, id: string): Promise<DashboardSession | undefined> {
  const { memory, shared, ended, unknown } = state;
  const session = readSession(await shared.read('session', id));
  // Somebody may have signed out during the read.
  if (session !== undefined && !ended.has(id)) return extend(state, id, memory.keep(id, session));
  unknown.set(id, true);
  return undefined;
}

async function close(state: State, id: string | undefined): Promise<void> {
  // An invented id ends nothing elsewhere.
  if (id !== undefined && (await find(state, id)) !== undefined) endEverywhere(state, id);
}

function endEverywhere({ memory, shared, ended, holdMs }: State, id: string): void {
  ended.set(id, true);
  memory.close(id);
  shared.remove('session', id);
  shared.announce('session', id, holdMs);
}

function endedElsewhere({ memory, shared, ended }: State, id: string): void {
  if (!sessionIdPattern.test(id)) return;
  ended.set(id, true);
  // This process may have extended it after it was removed.
  if (memory.close(id)) shared.remove('session', id);
}

/** Keeps a session in the store for as long as it is in use. */
function extend<Known extends DashboardSession | undefined>(
  { shared, written, holdMs }: State,
  id: string,
  session: Known,
): Known {
  if (session === undefined || written.has(id)) return session;
  written.set(id, true);
  const { credential, name, scopes, token } = session;
  shared.write('session', id, JSON.stringify({ credential, name, scopes, token }), holdMs);
  return session;
}

const sessionSchema = z.object({
  credential: z.string(),
  name: z.string(),
  scopes: z.array(z.string()).optional(),
  token: z.string(),
});

/** Undefined where there is none, and for a value of another release that does not fit. */
function readSession(text: string | undefined): SharedSession | undefined {
  if (text === undefined) return undefined;
  try {
    const { data } = sessionSchema.safeParse(JSON.parse(text));
    return data && { ...data, scopes: data.scopes };
  } catch {
    return undefined;
  }
}
