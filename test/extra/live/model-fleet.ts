import type {
  Channel,
  Held,
  MessageListener,
  SharedKind,
  SharedState,
} from '../../../src/shared/shared-state.js';
import type { FakeTime } from './fake-time.js';

interface Until<T> {
  readonly value: T;
  readonly until: number;
}

interface Ear {
  readonly member: ModelMember;
  readonly channel: Channel;
  readonly listener: MessageListener;
}

/** A shared store in the time of a test. */
export class ModelFleet {
  readonly leases = new Map<string, Until<object>>();
  readonly values = new Map<string, Until<string>>();
  readonly ears = new Set<Ear>();
  isAway = false;

  /** @param latencyMs of each command and message */
  constructor(
    readonly time: FakeTime,
    readonly latencyMs: number,
  ) {}

  /** It forgets everything, and does nothing until it is back. */
  setAway(isAway: boolean): void {
    this.isAway = isAway;
    this.leases.clear();
    this.values.clear();
  }

  deliver(ear: Ear, message: string): void {
    const { isCut, isDeaf } = ear.member;
    if (!this.isAway && !isCut && !isDeaf && this.ears.has(ear)) ear.listener(message, 0);
  }
}

/** What one process sees of the store. */
export class ModelMember implements SharedState {
  readonly isAlone = false;
  readonly secret = 'the same in each process';
  /** Its process is dead. */
  isCut = false;
  /** It gets no messages, though its commands work. */
  isDeaf = false;

  constructor(private readonly fleet: ModelFleet) {}

  async readAll(
    kind: SharedKind,
    names: readonly string[],
  ): Promise<readonly (Held | undefined)[]> {
    const held = (name: string): Held | undefined => {
      const found = this.fleet.values.get(`${kind} ${name}`);
      const value = this.valid(found);
      return value === undefined
        ? undefined
        : { value, leftMs: (found?.until ?? 0) - this.fleet.time.now() };
    };
    return (await this.send(() => names.map(held))) ?? names.map(() => undefined);
  }

  write(kind: SharedKind, name: string, value: string, holdMs: number): void {
    void this.send(() =>
      this.fleet.values.set(`${kind} ${name}`, { value, until: this.after(holdMs) }),
    );
  }

  remove(kind: SharedKind, name: string): void {
    void this.send(() => this.fleet.values.delete(`${kind} ${name}`));
  }

  lease(kind: SharedKind, name: string, holdMs: number): Promise<boolean | undefined> {
    return this.send(() => {
      const { leases } = this.fleet;
      if ((this.valid(leases.get(`${kind} ${name}`)) ?? this) !== this) return false;
      leases.set(`${kind} ${name}`, { value: this, until: this.after(holdMs) });
      return true;
    });
  }

  announce(channel: Channel, message: string): void {
    const { fleet } = this;
    void this.send(() => {
      for (const ear of fleet.ears)
        if (ear.channel === channel && ear.member !== this)
          fleet.time.after(fleet.latencyMs, () => fleet.deliver(ear, message));
    });
  }

  listen(channel: Channel, listener: MessageListener): () => void {
    const { ears } = this.fleet;
    const ear = { member: this, channel, listener };
    ears.add(ear);
    return () => void ears.delete(ear);
  }

  /** Runs a command in the store; undefined where it does not arrive. */
  private send<T>(command: () => T): Promise<T | undefined> {
    const { fleet } = this;
    if (fleet.isAway || this.isCut) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      fleet.time.after(fleet.latencyMs, () => {
        resolve(fleet.isAway || this.isCut ? undefined : command());
      });
    });
  }

  private after(holdMs: number): number {
    return this.fleet.time.now() + holdMs;
  }

  private valid<T>(held: Until<T> | undefined): T | undefined {
    return held !== undefined && held.until > this.fleet.time.now() ? held.value : undefined;
  }
}
