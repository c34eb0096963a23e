import type { ReadError } from '../error/read-error.js';
import { Published } from './published.js';

export type Scope = 'screens:read' | 'playback:read' | 'playlists:read' | 'media:read';

/** What the credential of a session may read. Scopes never change, so a refusal is final. */
export class Scopes {
  readonly refused = new Published<ReadonlySet<string>>(new Set());

  /** @param known scopes; null for a pasted credential, which shows what it lacks when it is refused */
  constructor(readonly known: readonly string[] | null) {}

  /** Takes note of the scopes that errors say the credential lacks. */
  note(errors: readonly ReadError[]): void {
    const before = this.refused.get();
    const lacking = errors.flatMap(({ code, requiredScope }) =>
      code === 'FORBIDDEN' && requiredScope !== undefined ? [requiredScope] : [],
    );
    if (lacking.some((scope) => !before.has(scope))) this.refused.set(new Set([...before, ...lacking]));
  }
}
