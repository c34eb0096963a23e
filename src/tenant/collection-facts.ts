import { z } from 'zod';
import { collections } from '../partner/collection.js';
import { maxTotal } from '../partner/envelope.js';
import { jsonText, SharedValue, type ValueState } from '../shared/shared-state.js';

/** Another process, or another release, may have believed more. */
const lengthSchema = z.int().min(0).max(maxTotal);

const partsSchema = z.object({
  /** `total` of the list that was read. */
  total: lengthSchema,
  /** Records that it showed. */
  records: lengthSchema,
  /** REST requests that their parts took; undefined where some could not be read. */
  requests: lengthSchema.optional(),
});

/**
 * The parts of a collection's records: the configurations of the screens, the items of the
 * playlists.
 */
export type CollectionParts = Readonly<z.output<typeof partsSchema>>;

const factsSchema = z.object({
  /** Positions of the list; see `extentOf`. */
  total: lengthSchema,
  /**
   * The share of the ids of the last sweep that no page showed; undefined before the first sweep.
   */
  unlistedShare: z.number().min(0).max(1).optional(),
  /** What the parts of its records took when they were last to be read; undefined before that. */
  parts: partsSchema.optional(),
});

/**
 * What this credential's operations have learnt of a collection: advice for a batch strategy, never
 * a result.
 */
export interface CollectionFacts extends z.output<typeof factsSchema> {
  /** When, by the tenant's clock. */
  seenAt: number;
}

/** Milliseconds after which a list that nobody reads is forgotten. */
const holdMs = 3_600_000;

/**
 * Milliseconds between two writes of a list that has changed: advice is not worth a write for every
 * response.
 */
const pauseMs = 1000;

/** The same where it was read, and has not changed. */
const repeatMs = 300_000;

/**
 * Milliseconds between two reads of what the others have learnt: a process sends no more commands
 * for a credential.
 */
const refreshMs = 5000;

/** Facts of all credentials, as the processes of a fleet share them. */
export type FactValues = SharedValue<z.output<typeof factsSchema>>;

/** @param now the clock of tenants */
export const openFactValues = (shared: ValueState, now: () => number): FactValues =>
  new SharedValue(shared, {
    kind: 'facts',
    schema: jsonText(factsSchema),
    holdMs,
    pauseMs,
    repeatMs,
    now,
  });

/**
 * What the processes of a fleet tell each other of one credential's lists. Where this process is
 * alone, an operation pays for none of it.
 */
export class SharedFacts {
  private learning: Promise<void> | undefined;
  private askedAt = -Infinity;

  /**
   * Begins to read what the others know of a tenant that is new here.
   *
   * @param facts by the path of the list
   */
  constructor(
    private readonly values: FactValues,
    private readonly tenantKey: string,
    private readonly facts: Map<string, CollectionFacts>,
    private readonly now: () => number,
  ) {
    this.refresh();
  }

  /**
   * Settles, within 50 ms, when it is known what the others know; undefined where nobody is being
   * asked.
   */
  get pending(): Promise<void> | undefined {
    return this.learning;
  }

  /**
   * Begins to read what the others have learnt meanwhile; to be called when an operation begins.
   */
  refresh(): void {
    if (this.values.isAlone) return;
    const now = this.now();
    if (now - this.askedAt < refreshMs) return;
    this.askedAt = now;
    this.learning = this.learn().then(() => {
      this.learning = undefined;
    });
  }

  /** Shares what has changed; to be called when an operation has ended. */
  share(): void {
    if (this.values.isAlone) return;
    for (const [path, { seenAt, total, unlistedShare, parts }] of this.facts) {
      this.values.write(this.nameOf(path), { total, unlistedShare, parts }, seenAt);
    }
  }

  /** Lets nobody learn any more what was shared. */
  drop(): void {
    for (const { list } of collections) this.values.remove(this.nameOf(list.path));
  }

  private nameOf(path: string): string {
    return `${this.tenantKey} ${path}`;
  }

  private async learn(): Promise<void> {
    const { askedAt } = this;
    const paths = collections.map(({ list }) => list.path);
    const found = await this.values.readAll(paths.map((path) => this.nameOf(path)));
    for (const [index, held] of found.entries()) {
      if (held === undefined) continue;
      const path = paths[index] ?? '';
      const known = this.facts.get(path);
      const seenAt = askedAt - Math.max(0, holdMs - held.leftMs);
      // What operations have learnt here may be newer, or what the store has.
      if (known !== undefined && seenAt - known.seenAt < pauseMs) continue;
      this.facts.set(path, { ...known, ...held.value, seenAt });
    }
  }
}
