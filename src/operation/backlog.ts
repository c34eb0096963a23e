/** Whose result it is: those of credentials that are not accepted, and of none, share a quarter. */
export interface BacklogOwner {
  readonly tenantKey: string;
  readonly isAccepted: boolean;
}

/**
 * Bytes of the results that this process holds for its clients: those that are being built, and
 * those that wait for their readers (MAX_UNREAD_BYTES). Where they exceed the bound, whoever holds
 * most loses first what has waited longest. So one credential cannot take the memory of the others,
 * and a client that reads keeps what it reads.
 */
export class Backlog {
  private readonly entries = new Set<BacklogEntry>();
  private bytes = 0;
  private unacceptedBytes = 0;

  /** @param maxBytes of all results together, as characters and punctuation of their text */
  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Opens the entry of one result, which holds nothing yet.
   *
   * @param owner undefined for a request without a usable credential
   * @param cut called once, and after it is closed, where the result has to go
   */
  open(owner: BacklogOwner | undefined, cut: () => void): BacklogEntry {
    const key = owner?.isAccepted === true ? owner.tenantKey : unaccepted;
    const entry = new BacklogEntry(key, cut, this.now, (change) => this.change(entry, change));
    this.entries.add(entry);
    return entry;
  }

  private change(entry: BacklogEntry, change: number | 'closed'): void {
    const bytes = change === 'closed' ? -entry.bytes : change;
    if (change === 'closed') this.entries.delete(entry);
    this.bytes += bytes;
    if (entry.owner === unaccepted) this.unacceptedBytes += bytes;
    if (bytes > 0) this.makeRoom();
  }

  /** The only result that is left may be as large as MAX_RESULT_BYTES allows. */
  private makeRoom(): void {
    while (this.unacceptedBytes > this.maxBytes / 4) {
      const entries = this.entriesOf(unaccepted);
      if (entries.length === 1) break;
      cutOne(entries);
    }
    while (this.bytes > this.maxBytes && this.entries.size > 1) {
      cutOne(this.entriesOf(this.heaviestOwner()));
    }
  }

  private entriesOf(owner: string): readonly BacklogEntry[] {
    return [...this.entries].filter((entry) => entry.owner === owner);
  }

  private heaviestOwner(): string {
    const held = new Map<string, number>();
    for (const { owner, bytes } of this.entries) held.set(owner, (held.get(owner) ?? 0) + bytes);
    const [heaviest = [unaccepted, 0]] = [...held].sort(([, one], [, other]) => other - one);
    return heaviest[0];
  }
}

/** No key of a tenant is empty. */
const unaccepted = '';

/** The bytes of one result, until it is sent. */
export class BacklogEntry {
  private held = 0;
  private waiting: number | undefined;
  private isOpen = true;

  constructor(
    readonly owner: string,
    private readonly onCut: () => void,
    private readonly now: () => number,
    private readonly changed: (change: number | 'closed') => void,
  ) {}

  get bytes(): number {
    return this.held;
  }

  /**
   * When its reader stopped to take anything; undefined while it reads, or while the result is
   * being built.
   */
  get waitsSince(): number | undefined {
    return this.waiting;
  }

  /** @param bytes of the result so far, or of what is left of it */
  hold(bytes: number): void {
    if (!this.isOpen) return;
    const change = bytes - this.held;
    this.held = bytes;
    this.changed(change);
  }

  /** Takes note that its reader takes nothing. */
  waits(): void {
    this.waiting ??= this.now();
  }

  /** Takes note that its reader has taken what waited. */
  moves(): void {
    this.waiting = undefined;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.changed('closed');
  }

  cut(): void {
    this.close();
    this.onCut();
  }
}

/**
 * The one whose reader has taken nothing for longest, else the newest: those before it are nearer
 * to their end.
 */
function cutOne(entries: readonly BacklogEntry[]): void {
  const waiting = entries.filter(({ waitsSince }) => waitsSince !== undefined);
  const [stalled] = waiting.sort((one, other) => (one.waitsSince ?? 0) - (other.waitsSince ?? 0));
  (stalled ?? entries.at(-1))?.cut();
}
