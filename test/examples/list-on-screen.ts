import { type DocumentNode, parse } from 'graphql';
import { expect, vi } from 'vitest';
import { places, screenAt } from '../economy/ask.js';
import type { Service } from './serve.js';

/** A client with a list on screen, whose pages have five screens each. */
export interface ListOnScreen {
  /** Shows a page, and those before it if there are any. */
  readonly showPage: (after: string | null) => Promise<unknown>;
  /** What is on screen: the nodes of all pages, and the cursor of the last one. */
  readonly shown: () => Shown;
  /** Reads the first page again, from the network. */
  readonly reload: () => Promise<unknown>;
  /** Reads something else. */
  readonly read: (document: DocumentNode) => Promise<unknown>;
  /** Subscribes, and resolves with the first event. */
  readonly listen: (document: DocumentNode) => Promise<unknown>;
}

interface Shown {
  readonly nodes: readonly (ListedScreen | null)[];
  readonly endCursor: string | null | undefined;
}

/** A screen of the list; what is deferred comes later. */
interface ListedScreen {
  readonly id: string;
  readonly playbackConfiguration?: { readonly revision: string } | null;
}

export interface ListData {
  readonly screens: {
    readonly nodes: readonly (ListedScreen | null)[];
    readonly pageInfo: { readonly endCursor: string | null };
  };
}

const selection = /* GraphQL */ `
  {
    nodes {
      id
      name
      ... @defer {
        playbackConfiguration {
          revision
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`;

/**
 * What is on screen by results that are shown one after another; `data` is that of a list, or not
 * there yet.
 */
export function shownBy(data: readonly unknown[]): Shown {
  // The results of `list` and `numbered`.
  const pages = (data as readonly (ListData | undefined)[]).map((each) => each?.screens);
  const nodes = pages.flatMap((page) => page?.nodes ?? []);
  return { nodes, endCursor: pages.at(-1)?.pageInfo.endCursor };
}

/** The list, with `@defer` inside. */
export const list = parse(
  `query List($after: String) { screens(first: 5, after: $after) ${selection} }`,
);

/** The same by numbers. */
export const numbered = parse(
  `query Numbered($page: Int!) { screens(first: 5, page: $page) ${selection} }`,
);

/** The same field: a count, other pages and sizes, other selections. */
const besides = [
  '{ screens { totalCount } }',
  '{ screens(first: 0) { totalCount } }',
  '{ screens(first: 5) { totalCount } }',
  '{ screens(first: 3) { nodes { id name } pageInfo { hasNextPage endCursor } } }',
  '{ screens(first: 20) { nodes { id name status } } }',
  '{ screens(first: 5) { nodes { id name orientation } } }',
  '{ screens(first: 5) { edges { cursor node { id status } } pageInfo { endCursor } } }',
  '{ screens(first: 5, page: 2) { totalCount nodes { id } } }',
  '{ screens(last: 5) { nodes { id name } } }',
  '{ organization { id screens(first: 5) { totalCount nodes { id itemCount } } } }',
];

/** Events that hold its first page, a smaller one, and another selection. */
const events = [
  'subscription { live { screens(first: 5) { nodes { id name } pageInfo { hasNextPage endCursor } } } }',
  'subscription { live { screens(first: 3) { edges { node { id status } } } } }',
  'subscription { live { screens(first: 5) { totalCount nodes { id status } } } }',
  'subscription { live { screens(first: 5, page: 1) { totalCount nodes { id status } } } }',
];

/** Milliseconds; a busy machine takes its time. */
const patience = 10_000;

/**
 * Shows page 1, page 2, and page 1 again; then reads other things of the same field, and subscribes
 * to some. The ten screens stay on screen in their order, and each step takes one request of its
 * own and causes no other.
 */
export async function expectListKept(service: Service, client: ListOnScreen): Promise<void> {
  const expectShown = (count: number) =>
    vi.waitFor(() => {
      const complete = client.shown().nodes.filter((node) => node?.playbackConfiguration?.revision);
      expect(complete.map((node) => node?.id)).toEqual(places(count).map(screenAt));
    }, patience);
  await client.showPage(null);
  await expectShown(5);
  await client.showPage(client.shown().endCursor ?? null);
  await expectShown(10);
  expect(service.operations()).toBe(2);
  await client.showPage(null);
  await expectShown(10);
  expect(service.operations()).toBe(2);
  await client.reload();
  await expectShown(10);
  const steps = [
    ...besides.map((text) => () => client.read(parse(text))),
    ...events.map((text) => () => client.listen(parse(text))),
    // What a step has caused comes before the last one.
    () => client.read(parse('{ playlists { totalCount } }')),
  ];
  for (const step of steps) {
    await step();
    await expectShown(10);
  }
  expect(service.operations()).toBe(3 + steps.length);
}
