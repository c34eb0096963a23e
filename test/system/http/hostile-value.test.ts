import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Facade } from '../../../src/facade.js';
import {
  type ClientResponse,
  expectRefused,
  sendQuery,
  sendTo,
  startSystem,
} from '../test-system.js';
import { jsonHeaders } from '../http-client.js';

/** Sends a body as text, for JSON that JavaScript cannot express. */
const sendBody = (facade: Facade, body: string): Promise<ClientResponse> =>
  sendTo(facade, '/graphql', { method: 'POST', headers: jsonHeaders, body });

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('deeply nested values', () => {
  const query = JSON.stringify('query ($v: [ID!]!) { nodes(nodeIds: $v) { nodeId } }');
  const variables = (value: string): string => `{"query":${query},"variables":{"v":${value}}}`;
  const literal = (value: string): string =>
    JSON.stringify({ query: `{ nodes(nodeIds: ${value}) { nodeId } }` });

  const selections = JSON.stringify({ query: nested(2400, '{a', '}').replace('1', '') });
  const lists = `query ($v: ${nested(2000, '[', ']').replace('1', 'Int')}) { screens(first: $v) { totalCount } }`;
  const listType = JSON.stringify({ query: lists });
  it.each([
    [
      '60,000 lists in a variable',
      variables(nested(60_000, '[', ']')),
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      '20,000 objects in a variable',
      variables(nested(20_000, '{"a":', '}')),
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['101 lists in a variable', variables(nested(101, '[', ']')), 'BAD_USER_INPUT'],
    ['60,000 lists in the document', literal(nested(60_000, '[', ']')), 'OPERATION_LIMIT_EXCEEDED'],
    ['2,400 lists in the document', literal(nested(2400, '[', ']')), 'OPERATION_LIMIT_EXCEEDED'],
    [
      '1,500 objects in the document',
      literal(nested(1500, '{a:', '}')),
      'OPERATION_LIMIT_EXCEEDED',
    ],
    ['21 lists in the document', literal(nested(21, '[', ']')), 'OPERATION_LIMIT_EXCEEDED'],
    ['2,400 selections', selections, 'OPERATION_LIMIT_EXCEEDED'],
    ['a type of 2,000 lists', listType, 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s: HTTP 400, one clear error, no log line, no REST request', async (_case, body, code) => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const system = await startSystem({}, { logger, settings: { LOG_LEVEL: 'warn' } });
    for (let round = 0; round < 2; round += 1) {
      const response = await sendBody(system.facade, body);
      expectRefused(system, response, code);
      expect(response.errors.map(({ extensions }) => extensions)).toEqual([{ code }]);
    }
    expect(lines).toEqual([]);
  });

  it('a variable may have a hundred levels', async () => {
    const { facade } = await startSystem();
    const { codes } = await sendBody(facade, variables(nested(99, '[', ']')));
    expect(codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });
});

it('a number out of range is not null: concurrent operations with null and with such a number get separate responses', async () => {
  const { facade } = await startSystem({ latencyMs: 20 });
  const body = (value: string): string =>
    `{"query":"query ($n: Int) { screens(first: $n) { totalCount } }","variables":{"n":${value}}}`;
  const [one, ...others] = await Promise.all(
    ['null', '1e400', '-1e400'].map((value) => sendBody(facade, body(value))),
  );
  expect(one?.data).toEqual({ screens: { totalCount: 240 } });
  for (const { data, errors } of others) {
    expect(data).toBeUndefined();
    expect(errors[0]?.message).toMatch(/Int cannot represent non-integer value: -?Infinity/);
  }
});

describe('a value of 100 KB is truncated in messages', () => {
  const long = 'x'.repeat(100_000);
  const sized = 'query ($v: Int) { screens(first: $v) { totalCount } }';
  const screen = 'query ($v: ID!) { screen(id: $v) { name } }';
  it.each([
    ['in a variable', sized, { v: long }],
    ['in a literal', `{ screens(first: "${long}") { totalCount } }`, {}],
    ['as a field', `{ ${long} }`, {}],
    ['as an argument', `{ screens(${long}: 1) { totalCount } }`, {}],
    ['as a type', `query ($v: ${long}) { screens(first: $v) { totalCount } }`, {}],
    ['as an id', screen, { v: long }],
    ['as an id of 512 characters', screen, { v: `${'x'.repeat(511)}\ud800` }],
    ['as a global id', 'query ($v: ID!) { node(nodeId: $v) { nodeId } }', { v: long }],
    ['as a cursor', 'query ($v: String) { screens(after: $v) { totalCount } }', { v: long }],
  ])('%s', async (_where, query, variables) => {
    const { facade } = await startSystem();
    const { errors, text } = await sendQuery(facade, query, variables);
    expect(errors.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(4000);
    for (const { message } of errors) expect(message).not.toMatch(/x{201}/);
  });

  const texts = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(500)}${index}`);
  const members = Object.fromEntries(texts.map((text) => [text, text]));
  const inList = 'query ($v: [ScreenStatus!]) { screens(filter: { statusIn: $v }) { totalCount } }';
  const inFilter = 'query ($v: ScreenFilter) { screens(filter: $v) { totalCount } }';
  const literals = `{ screens(filter: { statusIn: ${JSON.stringify(texts)} }) { totalCount } }`;
  it.each([
    ['a hundred values in a list', inList, texts],
    ['a hundred members', inFilter, members],
    ['a hundred fields', `{ screens { ${texts.join(' ')} } }`, null],
    ['a hundred literals', literals, null],
  ])('%s of 500 characters make a response of less than 64 KiB', async (_case, query, v) => {
    const { facade } = await startSystem();
    const { errors, text } = await sendQuery(facade, query, { v });
    // Those of variables end after ten, and say so.
    expect(errors.length).toBeGreaterThanOrEqual(11);
    expect(text.length).toBeLessThan(64 * 1024);
  });
});
