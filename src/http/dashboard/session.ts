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

export interface DashboardSessions {
  /** @returns the id for the cookie */
  open(session: SessionFacts): string;
  /** The session with an id, and extends it; undefined if it has ended. */
  find(id: string | undefined): DashboardSession | undefined;
  close(id: string | undefined): void;
}

export interface SessionLimits {
  /** One more ends the session that has been idle for the longest time. */
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session ends and its credential is deleted. */
  readonly idleMs: number;
}

/**
 * Sessions in memory: they end with the process and are not shared with others. An open stream does not extend one, as a
 * connection may outlive whoever looked at it: the page asks for its session from time to time while it is visible.
 */
export function createSessions({
  // With credentials of maximum length they take 8 MB.
  maxSessions = 1000,
  idleMs = 30 * 60_000,
}: Partial<SessionLimits> = {}): DashboardSessions {
  const sessions = new LRUCache<string, StoredSession>({
    max: maxSessions,
    ttl: idleMs,
    updateAgeOnGet: true,
    // The credential is deleted in time even if no request follows.
    ttlAutopurge: true,
    // However it ends: by sign-out, by idleness, or by a newer one.
    dispose: ({ ending }) => ending.abort(),
  });
  return {
    open({ credential, name, scopes }) {
      const id = secret();
      const ending = new AbortController();
      sessions.set(id, { credential, name, scopes, token: secret(), ended: ending.signal, ending });
      return id;
    },
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    close(id) {
      if (id !== undefined) sessions.delete(id);
    },
  };
}

interface StoredSession extends DashboardSession {
  readonly ending: AbortController;
}

/** 256 random bits as 43 characters that are allowed in a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');
