import { randomBytes } from 'node:crypto';
import type { Held, SharedKind, SharedState } from './shared-state.js';

/**
 * What a process that is alone shares: nobody else reads or writes values, wants a lease, sends or
 * hears messages.
 */
export class Alone implements SharedState {
  readonly isAlone = true;
  readonly secret = randomBytes(32).toString('hex');

  readAll(_kind: SharedKind, names: readonly string[]): Promise<readonly (Held | undefined)[]> {
    return Promise.resolve(names.map(() => undefined));
  }

  write(): void {
    // Nobody will read it.
  }

  remove(): void {
    // Nothing was written.
  }

  lease(): Promise<boolean> {
    return Promise.resolve(true);
  }

  announce(): void {
    // Nobody listens.
  }

  listen(): () => void {
    return () => undefined;
  }

  close(): void {
    // Nothing was opened.
  }
}
