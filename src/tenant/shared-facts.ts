import { z } from 'zod';
import { extentOf } from '../paging/source.js';
import { maxPageLimit } from '../paging/plan.js';
import { collections } from '../partner/collection.js';
import type { CollectionFacts } from './collection-facts.js';
import type { Held, SharedState } from './shared-state.js';

/** What the processes of a fleet tell each other of one credential's lists. */
export interface SharedFacts {
  /** Settles, within 50 ms, when it is known what the others know; undefined from then on. */
  readonly arriving: () => Promise<void> | undefined;
  /** Shares what has changed; to be called when an operation has ended. */
  readonly share: () => void;
  /** Lets nobody learn any more what was shared. */
  readonly drop: () => void;
}

/** Milliseconds after which a list that nobody reads is forgotten. */
const holdMs = 3_600_000;

/** Milliseconds between two writes of one list that has been read, but not changed. */
const repeatMs = 300_000;

/** The same where it has changed: advice is not worth a write for every response. */
const minPauseMs = 1000;

const factsSchema = z.object({
  total: z.int().min(0),
  unlistedShare: z.number().min(0).max(1).optional(),
  parts: z
    .object({ total: z.int().min(0), records: z.int().min(0), requests: z.int().min(0).optional() })
    .optional(),
});

interface Written {
  readonly text: string;
  readonly at: number;
}

type SharedFactsStore = Pick<SharedState, 'readAll' | 'write' | 'remove'>;

interface State {
  readonly shared: SharedFactsStore;
  readonly tenantKey: string;
  readonly facts: Map<string, CollectionFacts>;
  readonly now: () => number;
  /** By the path of the list. */
  readonly written: Map<string, Written>;
}

/** Begins to read what the others know of a tenant that is new here. @param facts by the path of the list */
export function shareFacts(
  shared: SharedFactsStore,
  tenantKey: string,
  facts: Map<string, CollectionFacts>,
  now: () => number,
): SharedFacts {
  const state: State = { shared, tenantKey, facts, now, written: new Map() };
  let arriving: Promise<void> | undefined = learn(state).then(() => {
    arriving = undefined;
  });
  return {
    arriving: () => arriving,
    share() {
      for (const [path, each] of facts) shareOne(state, path, each);
    },
    drop() {
      for (const { list } of collections) shared.remove('facts', nameOf(state, list.path));
      state.written.clear();
    },
  };
}

const nameOf = ({ tenantKey }: State, path: string): string => `${tenantKey} ${path}`;

async function learn(state: State): Promise<void> {
  const { shared, facts, now, written } = state;
  const paths = collections.map(({ list }) => list.path);
  const found = await shared.readAll(
    'facts',
    paths.map((path) => nameOf(state, path)),
  );
  for (const [index, path] of paths.entries()) {
    const learnt = readFacts(found[index], now());
    // What operations have learnt meanwhile is newer.
    if (learnt === undefined || facts.has(path)) continue;
    facts.set(path, learnt);
    written.set(path, { text: textOf(learnt), at: now() });
  }
}

function readFacts(shared: Held | undefined, now: number): CollectionFacts | undefined {
  if (shared === undefined) return undefined;
  let facts;
  try {
    facts = factsSchema.safeParse(JSON.parse(shared.value)).data;
  } catch {
    return undefined;
  }
  if (facts === undefined) return undefined;
  const { total, unlistedShare, parts } = facts;
  return {
    pagination: { page: 1, limit: maxPageLimit, total, totalPages: Math.ceil(total / maxPageLimit) },
    seenAt: now - Math.max(0, holdMs - shared.leftMs),
    unlistedShare,
    parts: parts && { ...parts, requests: parts.requests },
  };
}

const textOf = ({ pagination, unlistedShare, parts }: Omit<CollectionFacts, 'seenAt'>): string =>
  JSON.stringify({ total: extentOf(pagination), unlistedShare, parts });

function shareOne(
  state: State,
  path: string,
  { pagination, seenAt, unlistedShare, parts }: CollectionFacts,
): void {
  const { shared, now, written } = state;
  const last = written.get(path);
  const sinceMs = last === undefined ? Infinity : now() - last.at;
  if (sinceMs < minPauseMs) return;
  const text = textOf({ pagination, unlistedShare, parts });
  if (text === last?.text && (sinceMs < repeatMs || seenAt <= last.at)) return;
  written.set(path, { text, at: now() });
  const ageMs = now() - seenAt;
  if (ageMs < holdMs) shared.write('facts', nameOf(state, path), text, holdMs - ageMs);
}
