import type { Variables } from '../case.js';
import { createData, type DataSizes } from '../data.js';

/** What the load generator sends for one value. */
export interface Burst {
  readonly query: string | readonly string[];
  readonly variables?: readonly (Variables | Readonly<Record<string, readonly string[]>>)[];
  /** Operations; 1 by default. */
  readonly operations?: number;
  /** Operations in flight; 1 by default. */
  readonly connections?: number;
  /** Used in turn; 1 by default. */
  readonly credentials?: number;
  readonly accept?: string;
}

/** One thing that grows. */
export interface Series {
  readonly name: string;
  readonly title: string;
  /** What the values count. */
  readonly unit: string;
  readonly values: readonly number[];
  /** Of the upstream's process. */
  readonly upstream: Readonly<Record<string, string>>;
  readonly burst: (value: number) => Burst;
  /** Whether the bytes of the result are the value that the cost is compared with. */
  readonly countsBytes?: boolean;
}

const sizes: Partial<DataSizes> = { media: 1000, screens: 1000 };
const ofRecords = { SIZES: JSON.stringify(sizes) };
const data = createData(sizes);

const list = `query ($first: Int!) { screens(first: $first) {
  nodes { id name status orientation itemCount createdAt availability { mode isOnNow } }
} }`;
const texts = 'query ($first: Int!) { screens(first: $first) { nodes { id name description } } }';
const streamed =
  'query ($first: Int!) { screens(first: $first) { nodes @stream(initialCount: 10) { id name description } } }';
const one =
  'query ($id: ID!) { screen(id: $id) { name status playbackConfiguration { revision items { slotId } } } }';

const first = (value: number): readonly Variables[] => [{ first: value }];
const screenIds = data.screens.map(({ id }) => ({ id }));
const nodeIds = data.media.map(({ id }) => Buffer.from(`Media:${id}`).toString('base64url'));

/** A screen has a configuration, that one the screen as it plays, and that one the screen again. */
const fields = ['playbackConfiguration', 'screen', 'screen'] as const;
const leaves = ['name', 'revision', 'status'] as const;

/** Levels of selections, 3 or more, over the same 20 screens: the REST requests do not grow. */
export function nest(levels: number): string {
  const inner = levels - 3;
  let text: string = leaves[inner % 3] ?? '';
  for (let level = inner - 1; level >= 0; level -= 1)
    text = `${fields[level % 3] ?? ''} { ${text} }`;
  return `screens(first: 20) { nodes { ${text} } }`;
}

let documents = 0;

/** The same operation in documents that differ, so that none is known. */
function newDocuments(levels: number): readonly string[] {
  return Array.from({ length: 50 }, () => `query Document${(documents += 1)} { ${nest(levels)} }`);
}

/** The first one reads the configurations, as all others do. */
const depths = [5, 8, 11, 14, 17, 20];

export const growthSeries: readonly Series[] = [
  {
    name: 'items',
    title: 'items of a list',
    unit: 'items',
    values: [100, 300, 1000, 3000, 10_000, 20_000, 50_000],
    upstream: { SCREENS: '50000' },
    burst: (value) => ({ query: list, variables: first(value) }),
  },
  {
    name: 'swept',
    title: 'ids of a batch, of 1,000 media',
    unit: 'ids',
    values: [1, 3, 10, 30, 100, 300, 1000],
    upstream: ofRecords,
    burst: (value) => ({
      query: 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { ... on Media { id name } } }',
      variables: [{ ids: nodeIds.slice(0, value) }],
    }),
  },
  {
    name: 'single',
    title: 'ids of a batch, each a REST request',
    unit: 'ids',
    values: [1, 3, 10, 30, 100, 300, 1000],
    upstream: ofRecords,
    burst: (value) => ({
      query: 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }',
      variables: [{ ids: screenIds.slice(0, value).map(({ id }) => id) }],
    }),
  },
  {
    name: 'depth',
    title: 'depth, a known document',
    unit: 'levels',
    values: depths,
    upstream: ofRecords,
    burst: (value) => ({ query: `{ ${nest(value)} }`, operations: 10 }),
  },
  {
    name: 'documents',
    title: 'depth, a new document each time',
    unit: 'levels',
    values: depths,
    upstream: ofRecords,
    burst: (value) => ({ query: newDocuments(value), operations: 10 }),
  },
  {
    name: 'concurrency',
    title: 'operations at once',
    unit: 'operations',
    values: [1, 4, 16, 64, 250, 1000],
    upstream: ofRecords,
    burst: (value) => ({ query: one, variables: screenIds, operations: value, connections: value }),
  },
  {
    name: 'credentials',
    title: 'credentials, an operation each',
    unit: 'credentials',
    values: [1, 10, 100, 1000, 3000, 10_000],
    upstream: ofRecords,
    burst: (value) => ({
      query: one,
      variables: screenIds,
      operations: value,
      connections: Math.min(value, 32),
      credentials: value,
    }),
  },
  {
    name: 'bytes',
    title: 'bytes of the result',
    unit: 'bytes',
    values: [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 20_000, 50_000],
    upstream: { SCREENS: '50000', DESCRIPTION: '900' },
    burst: (value) => ({ query: texts, variables: first(value) }),
    countsBytes: true,
  },
  {
    name: 'streamed',
    title: 'bytes of a result in parts, by @stream',
    unit: 'bytes',
    values: [1, 3, 10, 30, 100, 300, 1000, 2500, 5000],
    // Fewer records with more text: a result in parts has at most 100,000 fields and items.
    upstream: { SCREENS: '5000', DESCRIPTION: '10000' },
    burst: (value) => ({ query: streamed, variables: first(value), accept: 'multipart/mixed' }),
    countsBytes: true,
  },
];
