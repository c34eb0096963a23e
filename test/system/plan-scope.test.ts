import { describe, expect, it } from 'vitest';
import { ask, mediaAt, nodeIdOf, screenAt } from '../economy/ask.js';
import { endpoints } from '../partner/contract.js';
import { startSystem } from './test-system.js';

const ids = `["${screenAt(0)}", "${screenAt(1)}"]`;
const nodes = `["${nodeIdOf('Screen', screenAt(0))}", "${nodeIdOf('Media', mediaAt(0))}"]`;

/** Fields of every kind of cost, alone and below others. */
const queries = [
  '{ __typename }',
  '{ organization { name } }',
  '{ organization { screens(first: 2) { totalCount } } }',
  '{ screens(first: 3) { nodes { playbackConfiguration { items { media { name } } } } } }',
  '{ screens(filter: { statusIn: [OFFLINE] }) { nodes { name } } media(first: 1) { nodes { id } } }',
  '{ playlists(first: 2) { nodes { items(first: 3) { nodes { media { name } } } } } }',
  `{ playbackConfigurations(screenIds: ${ids}) { screen { screen { name } } } }`,
  '{ mediaSummary { count } playlistSummary { empty } }',
  '{ media(first: 2) { nodes { playlists { name } } } }',
  '{ media(first: 2) { nodes { screens { id } } } }',
  `{ screen(id: "${screenAt(0)}") { name playbackConfiguration { revision } } }`,
  `{ nodes(nodeIds: ${nodes}) { nodeId ... on Screen { name } ... on Playlist { items { totalCount } } } }`,
  `query ($on: Boolean = false) { screens(first: 1) { totalCount } media @include(if: $on) { totalCount } }`,
];

const scopes = [...new Set(endpoints.flatMap(([, , scope]) => (scope === undefined ? [] : [scope])))];

/** A system whose credential has all scopes but one. */
const startWithout = (missing: string | undefined) =>
  startSystem({
    faults: endpoints
      .filter(([, , scope]) => scope !== undefined && scope === missing)
      .map(([operation]) => ({ operation, status: 403 })),
  });

async function planned(query: string): Promise<readonly string[]> {
  const headers = { 'x-upstream-explain': 'plan' };
  const { upstream } = await ask(await startWithout(undefined), query, { headers });
  const named = upstream?.plan?.flatMap(({ scope }) => (scope === undefined ? [] : [scope]));
  return [...new Set(named)].toSorted();
}

describe('the scopes of a plan', () => {
  it.each(queries)('are those without which a field is FORBIDDEN: %s', async (query) => {
    const needed: string[] = [];
    for (const scope of scopes) {
      const { errors } = await ask(await startWithout(scope), query);
      const codes = errors.map(({ extensions }) => extensions['code']);
      // Some items name files that are gone.
      expect(codes.filter((code) => code !== 'FORBIDDEN' && code !== 'NOT_FOUND')).toEqual([]);
      if (codes.includes('FORBIDDEN')) needed.push(scope);
    }
    expect(await planned(query)).toEqual(needed.toSorted());
  });
});
