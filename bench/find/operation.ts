import type { Variables } from '../case.js';

/** An operation of a measurement; clients send its variables in turn. */
export interface FindOperation {
  readonly title: string;
  readonly query: string;
  readonly variables: readonly Variables[];
}

/** A collection, and what is measured over it in one process, side by side. */
export interface FindCase {
  readonly title: string;
  /** Records of the collection. */
  readonly screens: number;
  /** Operations that arrive together. */
  readonly clients: number;
  /** Read the same pages as the others, which are compared with it. */
  readonly base: FindOperation;
  readonly compared: readonly FindOperation[];
}

const once: readonly Variables[] = [{}];

/** Clients that send the same would be served by one execution, so no two of these are the same. */
const clients = 32;
const eachClient = <T>(make: (client: number) => T): readonly T[] =>
  Array.from({ length: clients }, (_, client) => make(client));

/**
 * Reads all pages and compares one id of each record: no filter does less, and nothing is left to
 * be written.
 */
const reading: FindOperation = {
  title: 'reading alone',
  query: '{ screens(filter: { idIn: ["none"] }) { totalCount } }',
  variables: once,
};

const shown = '{ totalCount nodes { id name } pageInfo { endCursor hasNextPage } }';

export const findCases: readonly FindCase[] = [
  {
    title: '50,000 screens, 500 REST requests, one client',
    screens: 50_000,
    clients: 1,
    base: reading,
    compared: [
      {
        title: 'filter by text, status and time; order by name',
        query: `{ screens(first: 100, orderBy: { field: NAME, direction: ASC }, filter: { nameContains: "E", statusIn: [ONLINE, OFFLINE], createdSince: "2025-02-01T00:00:00Z" }) ${shown} }`,
        variables: once,
      },
      {
        title: 'filter by a text that all names have; order by name',
        query: `{ screens(first: 100, orderBy: { field: NAME, direction: ASC }, filter: { nameContains: "screen" }) ${shown} }`,
        variables: once,
      },
      {
        title: 'filter by a time that all records match; order by time',
        query: `{ screens(first: 100, orderBy: { field: CREATED_AT, direction: DESC }, filter: { createdSince: "2020-01-01T00:00:00Z" }) ${shown} }`,
        variables: once,
      },
    ],
  },
  {
    title: '10,000 screens, 100 REST requests, 32 clients',
    screens: 10_000,
    clients,
    base: {
      title: 'plain list, ids alone',
      query: 'query ($first: Int!) { screens(first: $first) { nodes { id } } }',
      // Each needs all 100 pages.
      variables: eachClient((client) => ({ first: 10_000 - client })),
    },
    compared: [
      {
        title: 'filter by text',
        query: `query ($text: String!) { screens(first: 100, filter: { nameContains: $text }) ${shown} }`,
        variables: eachClient((client) => ({ text: `screen 9${client}` })),
      },
      {
        title: 'filter by text, status and time',
        query: `query ($text: String!) { screens(first: 100, filter: { nameContains: $text, statusIn: [ONLINE, OFFLINE], createdSince: "2025-02-01T00:00:00Z" }) ${shown} }`,
        variables: eachClient((client) => ({ text: `${client}` })),
      },
      {
        title: 'filter by text; order by name',
        query: `query ($text: String!) { screens(first: 100, orderBy: { field: NAME, direction: ASC }, filter: { nameContains: $text }) ${shown} }`,
        variables: eachClient((client) => ({ text: `${client}` })),
      },
    ],
  },
];
