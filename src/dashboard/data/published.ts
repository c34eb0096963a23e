/** A value that tells when it changes. */
export class Published<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly get = (): Value => this.value;

  /** @returns how to stop */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Tells only of another value, as JSON would show it. */
  set(value: Value): void {
    if (JSON.stringify(value) === JSON.stringify(this.value)) return;
    this.value = value;
    for (const notify of [...this.listeners]) notify();
  }
}
