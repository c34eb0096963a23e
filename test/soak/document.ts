/** Documents of the soak's operations; together they use every way to read. */
export const dashboard = `query Dashboard($first: Int!) { organization { name } screens(first: $first) { totalCount nodes { id name status
  availability { mode weekly { day start } } playbackConfiguration { revision items { slotId media { id name url } layout { panels { panelId items { slotId media { name } } } } } } } } playlists(first: 5) { nodes { name items(first: 3) { nodes { media { name } } } } } }`;
export const walk = `query Walk($after: String, $first: Int!) { media(first: $first, after: $after) { edges { cursor node { id name } } pageInfo { hasNextPage endCursor } } }`;
export const lookUp = `query LookUp($s: ID!, $p: ID!, $m: ID!) { screen(id: $s) { name playbackConfiguration { revision screen { screen { name } } } } playlist(id: $p) { name items(last: 4) { nodes { slotId media { name } } } } mediaItem(id: $m) { name } }`;
export const configurations = `query Configurations($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision items { media { name } } } }`;
export const deferred = `query Deferred { screens(first: 6) { nodes { id name ... @defer(label: "now") { playbackConfiguration { revision items { media { name } } } } } } media(first: 4) { nodes @stream(initialCount: 1) { name } } }`;
export const introspection = '{ __schema { queryType { fields { name args { name } } } } }';

/** Bodies that the façade must refuse. */
export const badBodies: readonly string[] = [
  '{',
  'null',
  '[]',
  JSON.stringify({ query: '{ screens( }' }),
  JSON.stringify({ query: '{ nothing }' }),
  JSON.stringify({ query: `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: __typename`).join(' ')} }` }),
  JSON.stringify({ query: 'mutation { x }' }),
  JSON.stringify({ query: walk, variables: { first: 5000 } }),
  JSON.stringify({ query: walk, variables: { first: 'x' } }),
  JSON.stringify({ query: walk, variables: { first: 3, after: 'nonsense' } }),
  JSON.stringify({ query: lookUp, variables: { s: '..', p: '', m: 'x'.repeat(600) } }),
  JSON.stringify({
    query: 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }',
    variables: { ids: ['x', null] },
  }),
];
