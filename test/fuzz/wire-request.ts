import { schema } from '../../src/graphql/schema.js';
import type { ValuePool } from './argument-value.js';
import { type Draw, drawFrom } from './draw.js';
import { generateOperation, type Operation } from './operation.js';
import { commonAccepts, type Line, oddLines, otherLines, usualLines } from './odd-header.js';
import { bodiless, methods, oddBodies, targetsOf } from './odd-request.js';

/** A request before it is printed. */
interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** All but those about the length of the body. */
  readonly lines: readonly Line[];
  readonly body: string | Buffer;
}

/**
 * A request as text, one character per byte. Nearly all are a POST of an operation with at most two
 * odd parts.
 */
export function generateWireRequest(draw: Draw, drawOperation: Draw, pool: ValuePool): string {
  const options = { ...pool, directives: draw.once(2), plain: draw.once(2) };
  const operation = generateOperation(schema, drawOperation, options);
  const odd: Odd = new Set([draw.from(parts), draw.from(parts)]);
  const request: WireRequest = {
    method: odd.has('method') ? draw.from(methods) : 'POST',
    target: odd.has('target') ? draw.from(targetsOf(operation)) : '/graphql',
    version: odd.has('version') ? 'HTTP/1.0' : 'HTTP/1.1',
    lines: linesOf(draw, odd),
    body: odd.has('body') ? draw.from(oddBodies(operation)) : JSON.stringify(operation),
  };
  return print(request, odd.has('chunks'), draw);
}

/** Plain requests with one odd part each, for every odd value. */
export function oddRequests(operation: Operation): string[] {
  const plain: WireRequest = {
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
  const requests: WireRequest[] = [
    ...methods.map((method) => ({ ...plain, method })),
    ...targetsOf(operation).flatMap((target) => [
      { ...plain, target },
      { ...plain, target, method: 'GET' },
      { ...plain, target, method: 'OPTIONS' },
    ]),
    ...oddBodies(operation).map((body) => ({ ...plain, body })),
    ...[...lines, ...otherLines.map((line) => [...plain.lines, line])].map((each) => ({
      ...plain,
      lines: each,
    })),
    { ...plain, version: 'HTTP/1.0' },
  ];
  return requests.map((request) => print(request, false, drawFrom([])));
}

function print(
  { method, target, version, lines, body }: WireRequest,
  wantsChunks: boolean,
  draw: Draw,
): string {
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

/** The parts of a request that may be odd: two at most, since more would hide one another. */
const parts = [
  ...[
    'none',
    'none',
    'method',
    'target',
    'target',
    'version',
    'body',
    'body',
    'body',
    'chunks',
    'other',
  ],
  ...['Accept', ...Object.keys(oddLines)],
];

type Odd = ReadonlySet<string>;

const linesOf = (draw: Draw, odd: Odd): Line[] => [
  ...usualLines.flatMap(([name, usual]) => {
    const plain = name === 'Accept' ? draw.from(commonAccepts) : usual;
    const values = odd.has(name) ? oddValues(draw, plain, oddLines[name] ?? []) : plain;
    return values.map((value) => [name, value] as const);
  }),
  ...(odd.has('other') ? [draw.from(otherLines)] : []),
];

/** An odd value instead of the plain ones or beside them, or no value. */
const oddValues = (
  draw: Draw,
  usual: readonly string[],
  odd: readonly string[],
): readonly string[] =>
  draw.from([[draw.from(odd)], [draw.from(odd)], [draw.from(odd)], [...usual, draw.from(odd)], []]);

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
