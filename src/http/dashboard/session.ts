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

export interface SessionLimits {
  /** One more ends the longest idle session of the credential that has most of them. */
  readonly maxSessions: number;
  /** One more ends the longest idle session of the credential. */
  readonly maxPerCredential: number;
  /** Milliseconds without a request after which a session ends and its credential is deleted. */
  readonly idleMs: number;
}

/** The limits where none are given. */
export const defaultLimits: SessionLimits = {
  // With credentials of maximum length they take 8 MB.
  maxSessions: 1000,
  // Enough for the browsers of one organization, and a tenth of all.
  maxPerCredential: 100,
  idleMs: 30 * 60_000,
};

/**
 * Sessions in memory: they end with the process; `shared-session.ts` shares them with others. An open stream does not extend one, as a
 * connection may outlive whoever looked at it: the page asks for its session from time to time while it is visible.
 */
export class SessionMemory {
  private readonly limits: SessionLimits;
  private readonly sessions: LRUCache<string, StoredSession>;

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
    const surplus = findSurplus(this.sessions, credential, this.limits);
    if (surplus !== undefined) this.sessions.delete(surplus.id);
    if (surplus?.isOwn === true) this.outnumbered(surplus.id);
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
}

interface StoredSession extends DashboardSession {
  readonly ending: AbortController;
}

/**
 * The session that has to end before one more of a credential. Sign-ins with one credential end sessions of another only
 * while that one has more of them.
 */
function findSurplus(
  sessions: LRUCache<string, StoredSession>,
  credential: string,
  { maxSessions, maxPerCredential }: Omit<SessionLimits, 'idleMs'>,
): { readonly id: string; readonly isOwn: boolean } | undefined {
  const counts = new Map<string, { readonly id: string; count: number }>();
  // The longest idle one first.
  for (const id of sessions.rkeys()) {
    const owner = sessions.peek(id)?.credential ?? '';
    const known = counts.get(owner);
    if (known === undefined) counts.set(owner, { id, count: 1 });
    else known.count += 1;
  }
  const own = counts.get(credential);
  if (own !== undefined && own.count >= maxPerCredential) return { id: own.id, isOwn: true };
  if (sessions.size < maxSessions) return undefined;
  const [most] = [...counts.values()].sort((one, other) => other.count - one.count);
  return most && { id: most.id, isOwn: false };
}

/** 256 random bits as 43 characters that are allowed in a cookie. */
const secret = (): string => randomBytes(32).toString('base64url');
