import { describe, expect, it } from 'vitest';
import { type Arguments, connections } from './connection.js';
import { startSystem } from './test-system.js';
import { isListRequest, pathsOf } from './rest.js';
import { codesOf, sendQuery } from './send.js';

/** A valid cursor, for combinations of arguments that are refused with any cursor. */
const anyCursor = Buffer.from('[1,"screens",20,1,0,20,240,"scr_1fyak"]').toString('base64url');

const refused: readonly Arguments[] = [
  { first: -1 },
  { first: 1001 },
  { first: 2 ** 31 - 1 },
  { first: -(2 ** 31) },
  { last: -1 },
  { last: 1001 },
  { first: 1, last: 1 },
  { first: 0, last: 0 },
  { first: 1, before: anyCursor },
  { last: 1, after: anyCursor },
  { after: anyCursor, before: anyCursor },
  { page: 0 },
  { page: -1 },
  { page: 1, first: 0 },
  { page: 1, first: 101 },
  { page: 1, first: -1 },
  { page: 1, last: 1 },
  { page: 1, after: anyCursor },
  { page: 1, before: anyCursor },
];

const literal = (args: object): string =>
  `(${Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')})`;

describe('E11, E12, E16: arguments that cannot be served are BAD_USER_INPUT with no REST request', () => {
  it.each(connections)('$name: as literals and as variables', async ({ field }) => {
    const { facade, simulator } = await startSystem();
    for (const args of refused) {
      const withVariables = `query($first: Int, $after: String, $last: Int, $before: String, $page: Int) { ${field} }`;
      const all = '(first: $first, after: $after, last: $last, before: $before, page: $page)';
      const requests = [
        sendQuery(facade, `{ ${field.replace('ARGUMENTS', literal(args))} }`),
        sendQuery(facade, withVariables.replace('ARGUMENTS', all), args),
      ];
      for (const request of requests) {
        const paths = await pathsOf(simulator, async () => {
          const { status, errors } = await request;
          expect(status).toBe(200);
          expect(
            errors.map(({ extensions }) => extensions),
            JSON.stringify(args),
          ).toEqual([{ code: 'BAD_USER_INPUT' }]);
          for (const name of Object.keys(args).slice(0, 1)) expect(errors[0]?.message).toContain(name);
        });
        expect(paths.filter(isListRequest)).toEqual([]);
      }
    }
  });

  it('totalCount alone does not excuse invalid arguments', async () => {
    const { facade, simulator } = await startSystem();
    const response = await sendQuery(facade, '{ screens(first: -1) { totalCount } }');
    expect(codesOf(response)).toEqual(['screens BAD_USER_INPUT']);
    expect(simulator.requests).toEqual([]);
  });

  it.each([{ first: 2 ** 31 }, { first: 1.5 }, { first: '10' }, { page: 'x' }, { after: 7 }])(
    'values of other types do not match the schema: %j',
    async (args) => {
      const { facade, simulator } = await startSystem();
      const fields = connections.map(({ field }) => field);
      for (const field of fields) {
        const response = await sendQuery(facade, `{ ${field.replace('ARGUMENTS', literal(args))} }`);
        expect(response.status).toBe(400);
        expect(codesOf(response)).toEqual([' GRAPHQL_VALIDATION_FAILED']);
      }
      expect(simulator.requests).toEqual([]);
    },
  );
});
