import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SharedState } from '../../tenant/shared-state.js';
import { jsonText, SharedValue } from '../../tenant/shared-value.js';
import { sessionIdPattern } from './guard.js';
import {
  type DashboardSession,
  defaultLimits,
  type SessionFacts,
  type SessionLimits,
  SessionMemory,
  type SharedSession,
} from './session.js';

/** The sessions of this process, and of the fleet that it may belong to. */
export type DashboardSessions = SessionMemory | SharedSessions;

/** Milliseconds. The store's limit of idleness is a minute longer than that of a process. */
const defaultWriteEveryMs = 60_000;

/**
 * Milliseconds for which an id without a session is not looked up again, as its browser may ask many times. No longer: the
 * store may have been away for a moment.
 */
const unknownMs = 1000;

/** Ids that are remembered as ended, and as many as unknown. */
const maxIds = 10_000;

/** Look-ups at once. Invented ids cost no more, as each of the rest is an id without a session. */
const maxLookUps = 256;

const sessionSchema = z
  .object({
    credential: z.string(),
    name: z.string(),
    scopes: z.array(z.string()).optional(),
    token: z.string(),
  })
  .transform((session): SharedSession => ({ ...session, scopes: session.scopes }));

/**
 * @param shared undefined where this process is alone
 * @param writeEveryMs milliseconds in which a session that is in use is written once
 */
export const openSessions = (
  shared: SharedState | undefined,
  limits: Partial<SessionLimits> = {},
  writeEveryMs = defaultWriteEveryMs,
): DashboardSessions =>
  shared === undefined ? new SessionMemory(limits) : new SharedSessions(shared, limits, writeEveryMs);

/**
 * Sessions that any process of a fleet may serve. The store has them until they are idle; the memory has those that were
 * used here. One that the memory has no room for stays in the store.
 */
class SharedSessions {
  private readonly memory: SessionMemory;
  private readonly stored: SharedValue<SharedSession>;
  /** Milliseconds for which the store keeps a session that nobody extends. */
  private readonly holdMs: number;
  /** Ended here or elsewhere: not taken from the store again, even if nobody could delete them there. */
  private readonly ended: LRUCache<string, true>;
  /** Those that run, and those of the last moment that have found nothing. */
  private readonly lookUps = new LRUCache<string, Promise<DashboardSession | undefined>>({
    max: maxIds,
    ttl: unknownMs,
  });
  private running = 0;

  constructor(
    private readonly shared: SharedState,
    limits: Partial<SessionLimits>,
    pauseMs: number,
  ) {
    const holdMs = (limits.idleMs ?? defaultLimits.idleMs) + pauseMs;
    this.holdMs = holdMs;
    this.memory = new SessionMemory(limits, (id) => this.end(id));
    this.stored = new SharedValue(shared, {
      kind: 'session',
      schema: jsonText(sessionSchema),
      holdMs,
      pauseMs,
    });
    this.ended = new LRUCache({ max: maxIds, ttl: holdMs });
    shared.listen('session', (id) => this.hearEnded(id));
  }

  /** @returns the id for the cookie, once the next request may reach any process */
  async open(facts: SessionFacts): Promise<string> {
    const id = this.memory.open(facts);
    this.extend(id, this.memory.find(id));
    // Commands keep their order: after this read the store has the session, wherever the next request goes.
    await this.stored.read(id);
    return id;
  }

  /** The session with an id, and extends it; undefined if it has ended. */
  async find(id: string | undefined): Promise<DashboardSession | undefined> {
    if (id === undefined) return undefined;
    const known = this.memory.find(id);
    if (known !== undefined) return this.extend(id, known);
    if (this.ended.has(id)) return undefined;
    const recent = this.lookUps.get(id);
    if (recent !== undefined || this.running >= maxLookUps) return recent;
    this.running += 1;
    const started = this.lookUp(id).finally(() => (this.running -= 1));
    this.lookUps.set(id, started);
    return started;
  }

  /** Ends a session, and its streams, in all processes. */
  async close(id: string | undefined): Promise<void> {
    // An invented id ends nothing elsewhere.
    if (id !== undefined && (await this.find(id)) !== undefined) this.end(id);
  }

  private async lookUp(id: string): Promise<DashboardSession | undefined> {
    const session = await this.stored.read(id);
    // Somebody may have signed out during the read.
    if (session === undefined || this.ended.has(id)) return undefined;
    this.lookUps.delete(id);
    return this.extend(id, this.memory.keep(id, session));
  }

  private end(id: string): void {
    this.ended.set(id, true);
    this.memory.close(id);
    this.stored.remove(id);
    this.shared.announce('session', id, this.holdMs);
  }

  private hearEnded(id: string): void {
    if (!sessionIdPattern.test(id)) return;
    this.ended.set(id, true);
    // This process may have extended it after it was removed.
    if (this.memory.close(id)) this.stored.remove(id);
  }

  /** Keeps a session in the store for as long as it is in use. */
  private extend<Known extends DashboardSession | undefined>(id: string, session: Known): Known {
    if (session === undefined) return session;
    const { credential, name, scopes, token } = session;
    this.stored.write(id, { credential, name, scopes, token });
    return session;
  }
}
