import { createHash } from 'node:crypto';
import { words } from './draw.js';
import type { Operation } from './operation.js';

/** Methods whose requests have no body. */
export const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
export const methods = words('GET GET GET OPTIONS HEAD PUT DELETE PATCH post QUERY');

export const targetsOf = ({ query, variables }: Operation): string[] => {
  const parameters = new URLSearchParams({
    query,
    variables: JSON.stringify(variables),
  }).toString();
  const hash = new URLSearchParams({ extensions: JSON.stringify(named(query)) }).toString();
  return [
    `/graphql?${parameters}`,
    `/graphql?${parameters}`,
    `/graphql?${parameters}`,
    `/graphql?${hash}`,
    ...words(`/graphql?query=%7B__typename%7D /graphql?query= /graphql?variables=%7B /graphql? /graphql#x
      http://facade.test/graphql HTTP://facade.test:80/graphql?x=1 https://facade.test/graphql
      http://u:p@facade.test/graphql ftp://facade.test/graphql http:///graphql http://facade.test
      / * /graphql/ //graphql /GraphQL /x/../graphql /health/live /health/ready /%`),
  ];
};

/** Bodies that hold no operation, or several. */
const emptyBodies: readonly string[] = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '[{"query":"{ __typename }"}]',
  '"x"',
  '7',
  'true',
  '{}',
  '{"query":null}',
];

/** Bodies of mistaken, outdated and hostile clients. */
export const oddBodies = ({ query, variables }: Operation): (string | Buffer)[] => [
  ...emptyBodies,
  JSON.stringify({ query: 7 }),
  JSON.stringify({ query: [query] }),
  JSON.stringify({ query, variables: 'x' }),
  JSON.stringify({ query, variables: [] }),
  JSON.stringify({ query, variables: null, operationName: null, extensions: null, other: 1 }),
  JSON.stringify({ query, variables, operationName: 'Op' }),
  JSON.stringify({ query, operationName: '' }),
  JSON.stringify({ query, operationName: 7 }),
  JSON.stringify({ query, documentId: 7 }),
  JSON.stringify({ documentId: 'nothing' }),
  JSON.stringify({ query, extensions: 'x' }),
  JSON.stringify({ query, variables, extensions: named(query) }),
  JSON.stringify({ variables, extensions: named(query) }),
  JSON.stringify({ extensions: named(query, 2) }),
  JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
  '{"query":"{ __typename }","__proto__":{"variables":7}}',
  '{"query":"{ a: __typename }","query":"{ b: __typename }"}',
  `${JSON.stringify({ query })} `,
  `\ufeff${JSON.stringify({ query })}`,
  `\ufeff\ufeff${JSON.stringify({ query })}`,
  `{"query":"\ufeff{ __typename }"}`,
  JSON.stringify({ query: query.slice(0, -3) }),
  JSON.stringify({ query: `mutation ${query.replace(/^query\b/, '')}` }),
  JSON.stringify({ query: 'subscription { screens { totalCount } }' }),
  JSON.stringify({ query: `${query} query Other { __typename }` }),
  JSON.stringify({ query: '{ __type(name: "Screen") { name fields { name } } }' }),
  JSON.stringify({ query: '{ organization { id ... @defer { name } } }' }),
  JSON.stringify({ query: `# ${'x'.repeat(30_000)}\n${query}` }),
  Buffer.from('{"query":"{ __typename }","variables":{"x":"\xff\xfe"}}', 'latin1'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from('\xef\xbb', 'latin1'),
];

const named = (text: string, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash: createHash('sha256').update(text).digest('hex') },
});
