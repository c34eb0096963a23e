import type { ReadError } from '../error/read-error.js';
import { type Entry, fullCost } from './entry.js';
import { isHopeless } from './trouble.js';

/**
 * What an operation is for the page: `watched` tells of changes, `kept` is up to date with it, and
 * `once` is read once in a session, as it hardly ever changes.
 */
export type Role = 'watched' | 'kept' | 'once';

interface KeptOptions {
  readonly now: () => number;
  /** Called once for each answer. */
  readonly answered: (entry: Entry) => void;
  /** Called whenever a snapshot has changed. */
  readonly changed: () => void;
}

/** The operations that the page shows, and how they are read again together. */
export class KeptEntries {
  private readonly all = new Set<{ readonly entry: Entry; readonly role: Role }>();
  /** Of the last answers. */
  private readonly errors = new WeakMap<Entry, readonly ReadError[]>();
  private followed: { readonly lead: Entry; readonly since: number } | undefined;

  constructor(private readonly options: KeptOptions) {}

  /** @returns how to stop */
  keep(entry: Entry, role: Role): () => void {
    const kept = { entry, role };
    this.all.add(kept);
    this.notice(entry);
    const leave = entry.subscribe(() => {
      this.notice(entry);
      this.follow();
      this.options.changed();
    });
    return () => {
      if (this.all.delete(kept)) leave();
    };
  }

  private notice(entry: Entry): void {
    const { errors, asOf } = entry.get();
    // Nothing is known yet.
    if (this.errors.get(entry) === errors || (asOf === undefined && errors.length === 0)) return;
    this.errors.set(entry, errors);
    this.options.answered(entry);
  }

  /** The newest one, while an old view gives way to a new one. */
  watched(): Entry | undefined {
    return [...this.all].findLast(({ role }) => role === 'watched')?.entry;
  }

  /** Without those that are read once, and have been. */
  entries(): readonly Entry[] {
    const current = [...this.all].filter(
      ({ entry, role }) => role !== 'once' || entry.get().data === undefined,
    );
    return [...new Set(current.map(({ entry }) => entry))];
  }

  /** Whether the errors of some operation fit. @param except one that does not count */
  some(fits: (errors: readonly ReadError[]) => boolean, except?: Entry): boolean {
    return this.entries().some((entry) => entry !== except && fits(entry.get().errors));
  }

  isBusy(): boolean {
    return this.entries().some((entry) => entry.get().isBusy);
  }

  /** When the oldest of what is shown was read. @param except one that a stream keeps up to date */
  oldest(except?: Entry): number | undefined {
    const times = this.entries().flatMap((entry) =>
      entry === except ? [] : (entry.get().asOf ?? []),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** REST requests of the costliest one. */
  cost(): number {
    const costs = this.entries().flatMap((entry) => entry.get().cost ?? []);
    return Math.max(0, ...costs.map(fullCost));
  }

  /** Reads one afresh, and then the others: what it has just read serves them as well. */
  readAll(): void {
    const lead = this.watched() ?? this.entries()[0];
    if (lead === undefined) return;
    this.followed = { lead, since: this.options.now() };
    lead.read(0);
    this.follow();
  }

  /** Reads all but one. @param maxAgeSeconds what is not older serves */
  readOthers(except: Entry | undefined, maxAgeSeconds: number): void {
    for (const entry of this.entries()) if (entry !== except) entry.read(maxAgeSeconds);
  }

  private follow(): void {
    if (this.followed === undefined || this.followed.lead.get().isBusy) return;
    const { lead, since } = this.followed;
    this.followed = undefined;
    if (isHopeless(lead.get().errors)) return;
    this.readOthers(lead, Math.ceil((this.options.now() - since) / 1000) + 1);
  }
}
