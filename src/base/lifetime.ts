/** What ends with a lifetime. */
export interface Dependent {
  /** Called once, when the lifetime ends. */
  end(reason: Error): void;
}

/** Begins to listen for what ends a lifetime from outside. @returns stops that */
type Listen = (end: (reason: Error) => void) => () => void;

/**
 * How long something lasts that others depend on: a client that waits, an operation that runs. It
 * ends once, with one reason, and everything that depends on it ends then. A class with a set that
 * is made late, as every request and every operation has one.
 */
export class Lifetime {
  private reason: Error | undefined;
  private dependents: Set<Dependent> | undefined;
  private stopListening: (() => void) | undefined;

  /** @param listen called while anything depends on it, so that nothing is kept for longer */
  constructor(private readonly listen?: Listen) {}

  /** Why it has ended; undefined while it lasts. */
  get ended(): Error | undefined {
    return this.reason;
  }

  /** Ends it, and all that depends on it; a second call changes nothing. */
  end(reason: Error): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.stopListening?.();
    const { dependents } = this;
    if (dependents === undefined) return;
    this.dependents = undefined;
    for (const dependent of dependents) dependent.end(reason);
  }

  /** Lets something end with it: at once, where it has ended already. */
  add(dependent: Dependent): void {
    if (this.reason !== undefined) {
      dependent.end(this.reason);
      return;
    }
    this.dependents ??= new Set();
    this.dependents.add(dependent);
    if (this.listen === undefined || this.stopListening !== undefined) return;
    this.stopListening = this.listen((reason) => this.end(reason));
  }

  /** Something is over before it, or does not depend on it any more. */
  remove(dependent: Dependent): void {
    const { dependents } = this;
    if (dependents?.delete(dependent) !== true || dependents.size > 0) return;
    this.stopListening?.();
    this.stopListening = undefined;
  }
}
