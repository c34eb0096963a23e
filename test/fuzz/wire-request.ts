import { createHash } from 'node:crypto';
import { schema } from '../../src/graphql/schema.js';
import { credentials, stranger } from '../rig/credential.js';
import { type Draw, drawFrom } from './draw.js';
import { generateOperation, type Operation } from './operation.js';
import type { Pool } from './pool.js';

/** A header line. */
type Line = readonly [name: string, value: string];

/** A request before it is printed. */
interface Parts {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** All but those of the body's length. */
  readonly lines: readonly Line[];
  readonly body: string | Buffer;
}

/**
 * A request as it goes over a socket, a character a byte. Nearly every one is a plain POST of an operation, with up to
 * two odd parts.
 */
export function generateWireRequest(draw: Draw, drawOperation: Draw, pool: Pool): string {
  const options = { ...pool, directives: draw.once(2), plain: draw.once(2) };
  const operation = generateOperation(schema, drawOperation, options);
  const odd: Odd = new Set([draw.from(parts), draw.from(parts)]);
  const request: Parts = {
    method: odd.has('method') ? draw.from(methods) : 'POST',
    target: odd.has('target') ? draw.from(targetsOf(operation)) : '/graphql',
    version: odd.has('version') ? 'HTTP/1.0' : 'HTTP/1.1',
    lines: linesOf(draw, odd),
    body: odd.has('body') ? draw.from(oddBodies(operation)) : JSON.stringify(operation),
  };
  return print(request, odd.has('chunks'), draw);
}

/** Plain requests, each with one odd part: every odd value that there is. */
export function oddRequests(operation: Operation): string[] {
  const plain: Parts = {
    method: 'POST',
    target: '/graphql',
    version: 'HTTP/1.1',
    lines: usualLines.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    body: JSON.stringify(operation),
  };
  const without = (name: string): Line[] => plain.lines.filter(([other]) => other !== name);
  const lines = Object.entries(oddLines).flatMap(([name, values]) => [
    without(name),
    ...values.map((value): Line[] => [...without(name), [name, value]]),
    ...values.map((value): Line[] => [...plain.lines, [name, value]]),
  ]);
  const requests: Parts[] = [
    ...methods.map((method) => ({ ...plain, method })),
    ...targetsOf(operation).flatMap((target) => [
      { ...plain, target },
      { ...plain, target, method: 'GET' },
      { ...plain, target, method: 'OPTIONS' },
    ]),
    ...oddBodies(operation).map((body) => ({ ...plain, body })),
    ...[...lines, ...others.map((line) => [...plain.lines, line])].map((each) => ({ ...plain, lines: each })),
    { ...plain, version: 'HTTP/1.0' },
  ];
  return requests.map((request) => print(request, false, drawFrom([])));
}

function print({ method, target, version, lines, body }: Parts, wantsChunks: boolean, draw: Draw): string {
  const bytes = bodiless.has(method) ? Buffer.alloc(0) : Buffer.from(body);
  const isChunked = wantsChunks && !bodiless.has(method);
  const head = [
    `${method} ${target} ${version}`,
    ...shuffled(draw, [...lines, ...lengthOf(draw, bytes, isChunked)]).map(
      ([name, value]) => `${cased(draw, name)}:${draw.once(8) ? '\t ' : ' '}${value}`,
    ),
  ];
  const sent = isChunked ? chunked(draw, bytes) : bytes;
  return `${head.join('\r\n')}\r\n\r\n${sent.toString('latin1')}`;
}

/** Up to two parts of a request are odd: more would hide one another. */
const parts = [
  ...([
    'nothing',
    'nothing',
    'method',
    'target',
    'target',
    'version',
    'body',
    'body',
    'body',
    'chunks',
  ] as const),
  ...([
    'host',
    'type',
    'authorization',
    'accept',
    'accept',
    'id',
    'coding',
    'explain',
    'origin',
    'other',
  ] as const),
] as const;

type Odd = ReadonlySet<(typeof parts)[number]>;

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const methods = ['GET', 'GET', 'GET', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'post', 'QUERY'];

const targetsOf = ({ query, variables }: Operation): string[] => {
  const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
  const hash = new URLSearchParams({ extensions: JSON.stringify(named(query)) }).toString();
  return [
    ...[`/graphql?${asked}`, `/graphql?${asked}`, `/graphql?${asked}`, `/graphql?${hash}`],
    ...[
      '/graphql?query=%7B__typename%7D',
      '/graphql?query=',
      '/graphql?variables=%7B',
      '/graphql?',
      '/graphql#x',
    ],
    ...['http://facade.test/graphql', 'HTTP://facade.test:80/graphql?x=1', 'https://facade.test/graphql'],
    ...[
      'http://u:p@facade.test/graphql',
      'ftp://facade.test/graphql',
      'http:///graphql',
      'http://facade.test',
    ],
    ...[
      '/',
      '*',
      '/graphql/',
      '//graphql',
      '/GraphQL',
      '/x/../graphql',
      '/health/live',
      '/health/ready',
      '/%',
    ],
  ];
};

const linesOf = (draw: Draw, odd: Odd): Line[] => [
  ...usualLines.flatMap(([name, usual]) => {
    const values = name === 'Accept' ? draw.from(commonAccepts) : usual;
    const part = partOf[name];
    const told = part !== undefined && odd.has(part) ? oddValues(draw, values, oddLines[name] ?? []) : values;
    return told.map((value) => [name, value] as const);
  }),
  ...(odd.has('other') ? [draw.from(others)] : []),
];

/** None, another one, or two. */
const oddValues = (draw: Draw, usual: readonly string[], odd: readonly string[]): readonly string[] =>
  draw.from([[draw.from(odd)], [draw.from(odd)], [draw.from(odd)], [...usual, draw.from(odd)], []]);

const bearer = `Bearer ${credentials.alpha.everything}`;
const hosts = ['a b', 'a/b', 'u@a', '', '[::1]:80', 'facade.test:80', 'a,b', '\u00e4', 'facade.test'];
const contentTypes = [
  ...[
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
    'application/jsonx',
  ],
  ...[
    'application/json ;x=1',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/graphql',
    '',
    'x',
  ],
  ...['multipart/form-data; boundary=x', 'application/graphql-response+json', 'application/json, text/plain'],
];
const authorizations = [
  ...[`bearer  ${credentials.alpha.playback}`, `Bearer ${credentials.alpha.none}`, `Bearer ${stranger}`],
  ...['Bearer', 'Basic eDp5', `Bearer ${'x'.repeat(9000)}`, 'Bearer a b', 'Bearer \u00ff', ''],
];
const json = 'application/json';
const graphql = 'application/graphql-response+json';
const commonAccepts = [[json], ['*/*'], [graphql], [], [`${graphql}, ${json};q=0.9`]];
const accepts = [
  ...[
    `${json};q=0.5, ${graphql}`,
    `${json};q=0, */*`,
    `${json};q=0`,
    '*/*;q=0',
    'text/plain',
    'text/html',
    '',
    ',',
  ],
  ...[
    'application/*',
    `*/*, ${graphql}`,
    `${json}; charset=latin1`,
    `${graphql}; charset="UTF-8"`,
    'null',
    '*',
  ],
  ...['multipart/mixed', `multipart/mixed;deferSpec=20220824, ${json}`, 'text/event-stream', 'text/*'],
  ...[`multipart/mixed;q=0, ${json}`, `APPLICATION/JSON`, `${json};q=x`, `text/html, ${json};q=0.1`],
];
const requestIds = ['a b', '<x>', 'x'.repeat(129), 'another-id', credentials.alpha.everything, '\u00e4'];
const codings = ['gzip', 'identity', '', 'br, gzip', 'Identity', 'identity, identity', 'x'];
const explains = ['plan', 'PLAN ', 'nonsense', '', 'plan, plan'];
const origins = ['https://listed.example', 'https://elsewhere.example', 'null', ''];
const others: readonly Line[] = [
  ['Expect', '100-continue'],
  ['Expect', 'the-unexpected'],
  ['Cookie', 'authorization=Bearer x'],
  ['X-Forwarded-Proto', 'https'],
  ['X-HTTP-Method-Override', 'GET'],
  ['Upgrade', 'websocket'],
  ['Accept-Encoding', 'gzip'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['TE', 'trailers'],
  ['traceparent', '00-11111111111111111111111111111111-2222222222222222-01'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-Odd', '\u00e4\u00ff'],
];

const usualLines: readonly (readonly [string, readonly string[]])[] = [
  ['Host', ['facade.test']],
  ['Content-Type', [json]],
  ['Authorization', [bearer]],
  ['Accept', [json]],
  ['X-Request-Id', ['the-same-request']],
  ['Content-Encoding', []],
  ['X-Upstream-Explain', []],
  ['Origin', []],
  ['Connection', ['close']],
];
const oddLines: Readonly<Record<string, readonly string[]>> = {
  Host: hosts,
  'Content-Type': contentTypes,
  Authorization: authorizations,
  Accept: accepts,
  'X-Request-Id': requestIds,
  'Content-Encoding': codings,
  'X-Upstream-Explain': explains,
  Origin: origins,
};
const partOf: Readonly<Record<string, (typeof parts)[number]>> = {
  Host: 'host',
  'Content-Type': 'type',
  Authorization: 'authorization',
  Accept: 'accept',
  'X-Request-Id': 'id',
  'Content-Encoding': 'coding',
  'X-Upstream-Explain': 'explain',
  Origin: 'origin',
};

const named = (text: string, version: unknown = 1) => ({
  persistedQuery: { version, sha256Hash: createHash('sha256').update(text).digest('hex') },
});

/** Bodies that a client may send by mistake, by an old habit, or to find a way in. */
export const oddBodies = ({ query, variables }: Operation): (string | Buffer)[] => [
  ...['', ' ', '{', 'null', '[]', '[{"query":"{ __typename }"}]', '"x"', '7', 'true', '{}', '{"query":null}'],
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

function lengthOf(draw: Draw, bytes: Buffer, isChunked: boolean): Line[] {
  if (isChunked)
    return [['Transfer-Encoding', draw.from(['chunked', 'chunked', 'Chunked', 'gzip, chunked'])]];
  if (bytes.length === 0 && draw.once(2)) return [];
  return [['Content-Length', String(bytes.length)]];
}

function chunked(draw: Draw, bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const part = bytes.subarray(from, from + 1 + draw.below(200));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    from += part.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function shuffled<T>(draw: Draw, items: readonly T[]): T[] {
  const rest = [...items];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(draw.below(rest.length), 1));
  return order;
}

const cased = (draw: Draw, name: string): string =>
  draw.from([name, name, name.toLowerCase(), name.toUpperCase()]);
