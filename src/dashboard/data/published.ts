import { useSyncExternalStore } from 'react';

/** A value that tells when it changes. */
export class Published<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  readonly get = (): Value => this.value;

  /** @returns how to stop */
  readonly subscribe = (listener: () => void): (() => void) => {
    // A listener of its own for each, also where two pass the same function.
    const own = (): void => listener();
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  };

  set(value: Value): void {
    this.value = value;
    for (const notify of [...this.listeners]) notify();
  }
}

/** The value now, and again whenever it changes. */
export const usePublished = <Value>({
  subscribe,
  get,
}: Pick<Published<Value>, 'subscribe' | 'get'>): Value => useSyncExternalStore(subscribe, get);
