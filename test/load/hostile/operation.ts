import type { Draw } from '../../fuzz/draw.js';

export interface Hostile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Ids and global ids of records that are there. */
export interface Known {
  readonly screens: readonly string[];
  readonly media: readonly string[];
  readonly nodeIds: readonly string[];
}

export type Kind = (draw: Draw, known: Known) => Hostile;

export const repeated = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(' ');

export const posted = (
  query: string,
  variables: object = {},
  headers: Readonly<Record<string, string>> = {},
): Hostile => ({ body: JSON.stringify({ query, variables }), headers });

/** As many entries of a pool, from the beginning again where it ends. */
export const entries = (pool: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => pool[index % pool.length] ?? '');

export const inParts = { accept: 'multipart/mixed' };
