import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonText, type SharedState, SharedValue } from '../../shared/shared-state.js';
import { sessionIdPattern } from './session.js';

const defaultLimits = {
  /**
   * One more ends the longest idle session of the credential that has most of them. They take 8 MB
   * at most.
   */
  maxSessions: 1000,
  /**
   * One more ends the longest idle session of the credential. Enough for the browsers of one
   * organization.
   */
  maxPerCredential: 100,
  /** Milliseconds without a request after which a session ends and its credential is deleted. */
  idleMs: 30 * 60_000,
  /**
   * Milliseconds in which a session in use is written once; the store keeps an idle one for longer
   * by them.
   */
  pauseMs: 60_000,
};

/**
 * Milliseconds for which an id without a session is not looked up again. No longer: the store may
 * have been away.
 */
const unknownMs = 1000;

/** Ids that are remembered as ended, and as many as unknown. */
const maxIds = 10_000;

/** Look-ups at once. Invented ids cost no more, as each of the rest is an id without a session. */
const maxLookUps = 256;

const sessionSchema = z.object({
  /** Sent to the Partner API and to nobody else. */
  credential: z.string(),
  name: z.string(),
  /** Undefined for a pasted credential: the Partner API does not reveal its scopes. */
  scopes: z.array(z.string()).readonly().optional(),
  /**
   * Sent in a header, which no other site can do. A stale one reveals that another tab has signed
   * in since.
   */
  token: z.string(),
});

type SharedSession = z.output<typeof sessionSchema>;

export type SessionFacts = Omit<SharedSession, 'token'>;

export interface DashboardSession extends SharedSession {
  /** Aborts when the session ends: so do its streams. */
  readonly ending: AbortController;
}

/**
 * Any process of a fleet may serve a session: the store has all of them, and the memory those that
 * were used here. A connection may outlive its visitor, so a stream extends none: a visible page
 * requests its session from time to time.
 */
export class SessionStore {
  private readonly limits: typeof defaultLimits;
  private readonly memory: LRUCache<string, DashboardSession>;
  private readonly stored: SharedValue<SharedSession>;
  /** Milliseconds for which the store keeps a session that nobody extends. */
  private readonly holdMs: number;
  /**
   * Ended here or elsewhere: not taken from the store again, even if nobody could delete them
   * there.
   */
  private readonly ended: LRUCache<string, true>;
  /** Those that run, and those that have just found nothing. */
  private readonly lookUps = new LRUCache<string, Promise<DashboardSession | undefined>>({
    max: maxIds,
    ttl: unknownMs,
  });
  private running = 0;

  constructor(
    private readonly shared: SharedState,
    limits: Partial<typeof defaultLimits> = {},
  ) {
    this.limits = { ...defaultLimits, ...limits };
    const { maxSessions, idleMs, pauseMs } = this.limits;
    const holdMs = idleMs + pauseMs;
    this.holdMs = holdMs;
    this.memory = new LRUCache({
      max: maxSessions,
      ttl: idleMs,
      updateAgeOnGet: true,
      // The credential is deleted in time even if no request follows.
      ttlAutopurge: true,
      // However it ends: by sign-out, by idleness, or by a newer one.
      dispose: ({ ending }) => ending.abort(),
    });
    this.ended = new LRUCache({ max: maxIds, ttl: holdMs });
    const schema = jsonText(sessionSchema);
    this.stored = new SharedValue(shared, { kind: 'session', schema, holdMs, pauseMs });
    shared.listen('session', (id) => this.hearEnded(id));
  }

  /** @returns the id for the cookie, once the next request may reach any process */
  async open(facts: SessionFacts): Promise<string> {
    const id = secret();
    this.keep(id, { ...facts, token: secret() });
    // Commands keep their order: after this read the store has the session, wherever the next
    // request goes.
    await this.stored.read(id);
    return id;
  }

  /** The session with an id, and extends it; undefined if it has ended. */
  async find(id: string | undefined): Promise<DashboardSession | undefined> {
    if (id === undefined) return undefined;
    const known = this.memory.get(id);
    if (known !== undefined) {
      this.extend(id, known);
      return known;
    }
    if (this.ended.has(id)) return undefined;
    const recent = this.lookUps.get(id);
    if (recent !== undefined || this.running >= maxLookUps) return recent;
    this.running += 1;
    const started = this.lookUp(id).finally(() => {
      this.running -= 1;
    });
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
    return this.keep(id, session);
  }

  private keep(id: string, session: SharedSession): DashboardSession {
    this.endSurplus(session.credential);
    const kept = { ...session, ending: new AbortController() };
    this.memory.set(id, kept);
    this.extend(id, session);
    return kept;
  }

  /** Keeps a session in the store for as long as it is in use. */
  private extend(id: string, { credential, name, scopes, token }: SharedSession): void {
    this.stored.write(id, { credential, name, scopes, token });
  }

  private end(id: string): void {
    this.ended.set(id, true);
    this.memory.delete(id);
    this.stored.remove(id);
    this.shared.announce('session', id, this.holdMs);
  }

  private hearEnded(id: string): void {
    if (!sessionIdPattern.test(id)) return;
    this.ended.set(id, true);
    // This process may have extended it after it was removed.
    if (this.memory.delete(id)) this.stored.remove(id);
  }

  /**
   * Makes room for one more session. Sign-ins end those of another credential only while that one
   * has more of them.
   */
  private endSurplus(credential: string): void {
    const counts = new Map<string, { readonly id: string; count: number }>();
    // The longest idle one first.
    for (const id of this.memory.rkeys()) {
      const owner = this.memory.peek(id)?.credential ?? '';
      const known = counts.get(owner);
      if (known === undefined) counts.set(owner, { id, count: 1 });
      else known.count += 1;
    }
    const own = counts.get(credential);
    if (own !== undefined && own.count >= this.limits.maxPerCredential) this.end(own.id);
    else if (this.memory.size >= this.limits.maxSessions) {
      const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
      // The store keeps it.
      if (most !== undefined) this.memory.delete(most.id);
    }
  }
}

/** 256 random bits as 43 characters that are allowed in a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');
