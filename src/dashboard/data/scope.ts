import { createContext, use, useSyncExternalStore } from 'react';
import type { ReadError } from '../error/read-error.js';

export type Scope = 'screens:read' | 'playback:read' | 'playlists:read' | 'media:read';

/** What the credential of a session may read. Scopes never change, so a refusal is final. */
export interface Scopes {
  readonly canRead: (scope: Scope) => boolean;
  /** Takes note of the scopes that errors say the credential lacks. */
  readonly note: (errors: readonly ReadError[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param known scopes; null for a pasted credential, which shows what it lacks when it is refused */
export function createScopes(known: readonly string[] | null): Scopes {
  const refused = new Set<string>();
  const listeners = new Set<() => void>();
  return {
    canRead: (scope) => !refused.has(scope) && (known?.includes(scope) ?? true),
    note(errors) {
      const before = refused.size;
      for (const { code, requiredScope } of errors)
        if (code === 'FORBIDDEN' && requiredScope !== undefined) refused.add(requiredScope);
      if (refused.size > before) for (const notify of listeners) notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const ScopesContext = createContext<Scopes>(createScopes([]));

/** Whether a view may ask for what needs a scope: what is refused once is not asked again. */
export function useCanRead(scope: Scope): boolean {
  const scopes = use(ScopesContext);
  return useSyncExternalStore(scopes.subscribe, () => scopes.canRead(scope));
}
