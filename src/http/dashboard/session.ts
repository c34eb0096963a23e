import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A credential that a visitor may pick by name; it must be public, such as the simulator's. */
export interface DemoCredential {
  readonly name: string;
  readonly credential: string;
  readonly scopes: readonly string[];
}

/** What the server remembers of a visitor. */
export interface DashboardSession {
  /** Never leaves the server but for the Partner API. */
  readonly credential: string;
  /** Shown in the page's header. */
  readonly name: string;
  /** Undefined for a credential that was pasted: the Partner API does not tell its scopes. */
  readonly scopes: readonly string[] | undefined;
  /**
   * Sent back by the page in a header, which no other site can do. It also tells a page that the browser has signed in
   * elsewhere meanwhile, before it mixes two organizations.
   */
  readonly token: string;
}

export interface DashboardSessions {
  /** @returns the id for the cookie */
  open(session: Omit<DashboardSession, 'token'>): string;
  /** The session behind an id, which then lives on; undefined when it has ended. */
  find(id: string | undefined): DashboardSession | undefined;
  close(id: string | undefined): void;
}

export interface SessionLimits {
  /** Sessions at once; the one that was idle longest gives way. */
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session ends and its credential is forgotten. */
  readonly idleMs: number;
}

/** A thousand browsers with the longest credential are 8 MB; half an hour outlives a meeting and not a lunch. */
const defaults: SessionLimits = { maxSessions: 1000, idleMs: 30 * 60_000 };

/** Sessions in memory: they end with the process, and another process does not know them. */
export function createSessions(limits: Partial<SessionLimits> = {}): DashboardSessions {
  const { maxSessions: most, idleMs } = { ...defaults, ...limits };
  const sessions = new LRUCache<string, DashboardSession>({
    max: most,
    ttl: idleMs,
    updateAgeOnGet: true,
    // The credential leaves the memory in time, even if nobody ever asks again.
    ttlAutopurge: true,
  });
  return {
    open({ credential, name, scopes }) {
      const id = secret();
      sessions.set(id, { credential, name, scopes, token: secret() });
      return id;
    },
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    close(id) {
      if (id !== undefined) sessions.delete(id);
    },
  };
}

/** 256 random bits in 43 characters that a cookie may hold. */
const secret = (): string => randomBytes(32).toString('base64url');
