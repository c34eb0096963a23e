import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A credential that a visitor may choose by name; it must be public, such as the simulator's. */
export interface DemoCredential {
  readonly name: string;
  readonly credential: string;
  readonly scopes: readonly string[];
}

/** A signed-in visitor. */
export interface DashboardSession {
  /** Sent to the Partner API and to nobody else. */
  readonly credential: string;
  /** Shown in the page's header. */
  readonly name: string;
  /** Undefined for a pasted credential: the Partner API does not reveal its scopes. */
  readonly scopes: readonly string[] | undefined;
  /**
   * The page sends it in a header, which no other site can do. A stale token reveals that another tab has signed in
   * since, before the page mixes two organizations.
   */
  readonly token: string;
  /** Aborts when the session ends: so do its streams. */
  readonly ended: AbortSignal;
}

/** What a session begins with. */
export type SessionFacts = Pick<DashboardSession, 'credential' | 'name' | 'scopes'>;

/** What a session is in every process that knows it. */
export type SharedSession = Omit<DashboardSession, 'ended'>;

/** The sessions that this process knows. */
export interface SessionMemory {
  /** @returns the id for the cookie */
  open(session: SessionFacts): string;
  /** Keeps a session that another process has opened. */
  keep(id: string, session: SharedSession): DashboardSession;
  /** The session with an id, and extends it; undefined if it has ended. */
  find(id: string | undefined): DashboardSession | undefined;
  /** @returns whether there was one */
  close(id: string | undefined): boolean;
}

export interface SessionLimits {
  /** One more ends the session that has been idle for the longest time. */
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session ends and its credential is deleted. */
  readonly idleMs: number;
}

/** The limits where none are given. */
export const defaultLimits: SessionLimits = {
  // With credentials of maximum length they take 8 MB.
  maxSessions: 1000,
  idleMs: 30 * 60_000,
};

/**
 * Sessions in memory: they end with the process; `shared-session.ts` shares them with others. An open stream does not extend one, as a
 * connection may outlive whoever looked at it: the page asks for its session from time to time while it is visible.
 */
export function createSessions(limits: Partial<SessionLimits> = {}): SessionMemory {
  const { maxSessions, idleMs } = { ...defaultLimits, ...limits };
  const sessions = new LRUCache<string, StoredSession>({
    max: maxSessions,
    ttl: idleMs,
    updateAgeOnGet: true,
    // The credential is deleted in time even if no request follows.
    ttlAutopurge: true,
    // However it ends: by sign-out, by idleness, or by a newer one.
    dispose: ({ ending }) => ending.abort(),
  });
  const keep = (id: string, { credential, name, scopes, token }: SharedSession): DashboardSession => {
    const ending = new AbortController();
    const session = { credential, name, scopes, token, ended: ending.signal, ending };
    sessions.set(id, session);
    return session;
  };
  return {
    open(facts) {
      const id = secret();
      keep(id, { ...facts, token: secret() });
      return id;
    },
    keep,
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    close: (id) => id !== undefined && sessions.delete(id),
  };
}

interface StoredSession extends DashboardSession {
  readonly ending: AbortController;
}

/** 256 random bits as 43 characters that are allowed in a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');
