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
