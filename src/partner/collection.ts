import type { ListEndpoint, RecordEndpoint } from './endpoint.js';

/**
 * A kind of record that the contract serves both one by one and in a list of everything, so that a
 * batch of ids can be read either way.
 */
export interface Collection<T extends Identified> {
  /** Names the collection in cursors, for example `screens`. */
  readonly name: string;
  /** The contract's name of its records, which is also their GraphQL type, for example `Screen`. */
  readonly type: string;
  readonly get: RecordEndpoint<T>;
  readonly list: ListEndpoint<T>;
}

export interface Identified {
  readonly id: string;
}

export type AnyCollection = Collection<Identified>;

const defined: AnyCollection[] = [];

/**
 * Every collection of the contract, each added by the module that defines it, as GraphQL types add
 * themselves to the schema. Read it when a request runs, not while modules load.
 */
export const collections: readonly AnyCollection[] = defined;

/**
 * Adds a collection to the list: look-ups by id, sweeps, paging, `node` and estimates all follow
 * from it.
 */
export function defineCollection<T extends Identified>(collection: Collection<T>): Collection<T> {
  defined.push(collection);
  return collection;
}
