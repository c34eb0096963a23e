import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A credential that a visitor may choose by name; it must be public, such as the simulator's. */
export interface DemoCredential {
  readonly name: string;
  readonly credential: string;
  readonly scopes: readonly string[];
}

export interface DashboardSession {
  /** Sent to the Partner API and to nobody else. */
  readonly credential: string;
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

export type SessionFacts = Pick<DashboardSession, 'credential' | 'name' | 'scopes'>;

/** What a session is in every process that knows it. */
export type SharedSession = Omit<DashboardSession, 'ended'>;

export interface SessionLimits {
  /** One more ends the longest idle session of the credential that has most of them. */
  readonly maxSessions: number;
  /** One more ends the longest idle session of the credential. */
  readonly maxPerCredential: number;
  /** Milliseconds without a request after which a session ends and its credential is deleted. */
  readonly idleMs: number;
}

export const defaultLimits: SessionLimits = {
  // With credentials of maximum length they take 8 MB.
  maxSessions: 1000,
  // Enough for the browsers of one organization, and a tenth of all.
  maxPerCredential: 100,
  idleMs: 30 * 60_000,
};

/**
 * Sessions in memory: they end with the process; `shared-session.ts` shares them with others. An open stream does not extend one, as a
 * connection may outlive its visitor: the page requests its session from time to time while it is visible.
 */
export class SessionMemory {
  private readonly limits: SessionLimits;
  private readonly sessions: LRUCache<string, DashboardSession & { readonly ending: AbortController }>;

  /** @param outnumbered called with the id of a session that ends because its credential has too many */
  constructor(
    limits: Partial<SessionLimits> = {},
    private readonly outnumbered: (id: string) => void = () => undefined,
  ) {
    this.limits = { ...defaultLimits, ...limits };
    this.sessions = new LRUCache({
      max: this.limits.maxSessions,
      ttl: this.limits.idleMs,
      updateAgeOnGet: true,
      // The credential is deleted in time even if no request follows.
      ttlAutopurge: true,
      // However it ends: by sign-out, by idleness, or by a newer one.
      dispose: ({ ending }) => ending.abort(),
    });
  }

  /** @returns the id for the cookie */
  open(facts: SessionFacts): string {
    const id = secret();
    this.keep(id, { ...facts, token: secret() });
    return id;
  }

  /** Keeps a session, which another process may have opened. */
  keep(id: string, { credential, name, scopes, token }: SharedSession): DashboardSession {
    this.endSurplus(credential);
    const ending = new AbortController();
    const session = { credential, name, scopes, token, ended: ending.signal, ending };
    this.sessions.set(id, session);
    return session;
  }

  /** The session with an id, and extends it; undefined if it has ended. */
  find(id: string | undefined): DashboardSession | undefined {
    return id === undefined ? undefined : this.sessions.get(id);
  }

  /** @returns whether there was one */
  close(id: string | undefined): boolean {
    return id !== undefined && this.sessions.delete(id);
  }

  /** Makes room for one more session. Sign-ins end those of another credential only while that one has more of them. */
  private endSurplus(credential: string): void {
    const counts = new Map<string, { readonly id: string; count: number }>();
    // The longest idle one first.
    for (const id of this.sessions.rkeys()) {
      const owner = this.sessions.peek(id)?.credential ?? '';
      const known = counts.get(owner);
      if (known === undefined) counts.set(owner, { id, count: 1 });
      else known.count += 1;
    }
    const own = counts.get(credential);
    if (own !== undefined && own.count >= this.limits.maxPerCredential) {
      this.sessions.delete(own.id);
      this.outnumbered(own.id);
    } else if (this.sessions.size >= this.limits.maxSessions) {
      const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
      if (most !== undefined) this.sessions.delete(most.id);
    }
  }
}

/** 256 random bits as 43 characters that are allowed in a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');
