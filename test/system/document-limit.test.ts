import { describe, expect, it } from 'vitest';
import { startSystem } from './test-system.js';
import { sendQuery } from './send.js';

/** A document whose innermost field is `levels` deep. */
function deep(levels: number, open: (level: number) => string = zone): string {
  const names = ['playbackConfiguration(screenId: "scr_1fyak")', 'items'];
  for (let level = 3; level < levels; level += 1) names.push(open(level));
  return `{ ${names.join(' { ')} { __typename${' }'.repeat(levels)}`;
}

const zone = (level: number): string => ['layout', 'panels', 'items'][level % 3] ?? '';

const aliases = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;

/** A document of exactly `count` lexical tokens, twelve of them around a list of ids. */
const tokens = (count: number): string =>
  `{ playbackConfigurations(screenIds: [${'"scr_1fyak" '.repeat(count - 12)}]) { revision } }`;

const refused = expect.objectContaining({ code: 'OPERATION_LIMIT_EXCEEDED' }) as unknown;

describe('F1: depth', () => {
  it('20 levels are served, 21 are refused with the name of the setting', async () => {
    const { facade, simulator } = await startSystem();
    const served = await sendQuery(facade, deep(20));
    expect(served.status).toBe(200);
    expect(served.errors).toEqual([]);
    simulator.clearRequests();
    const response = await sendQuery(facade, deep(21));
    expect(response.status).toBe(400);
    expect(response.errors.map(({ extensions }) => extensions)).toEqual([refused]);
    expect(response.errors[0]?.message).toContain('MAX_QUERY_DEPTH');
    expect(simulator.requests).toEqual([]);
  });

  it('fragments count with their content; inline fragments add no level', async () => {
    const { facade } = await startSystem({}, { settings: { MAX_QUERY_DEPTH: '3' } });
    const status = async (query: string) => (await sendQuery(facade, query)).status;
    expect(await status('{ screens { nodes { id } } }')).toBe(200);
    expect(await status('{ ... { screens { ... { nodes { ... on Screen { ... { id } } } } } } }')).toBe(200);
    expect(await status('{ screens { nodes { viewport { width } } } }')).toBe(400);
    expect(
      await status(
        '{ screens { ...C } } fragment C on ScreenConnection { nodes { ...S } } fragment S on Screen { id }',
      ),
    ).toBe(200);
    expect(
      await status(
        '{ screens { ...C } } fragment C on ScreenConnection { nodes { ...S } } fragment S on Screen { viewport { width } }',
      ),
    ).toBe(400);
  });

  it('F4: a cycle of fragments is refused', async () => {
    const { facade } = await startSystem();
    const cycle =
      '{ screens { nodes { ...A } } } fragment A on Screen { ...B } fragment B on Screen { ...A }';
    const response = await sendQuery(facade, cycle);
    expect(response.status).toBe(400);
    expect(response.errors.length).toBeGreaterThan(0);
  });
});

describe('F2: aliases', () => {
  it('50 are served, 51 and 10,000 are refused with the name of the setting', async () => {
    const settings = { MAX_QUERY_TOKENS: '50000', MAX_REQUEST_BYTES: '1000000' };
    const { facade } = await startSystem({}, { settings });
    expect((await sendQuery(facade, aliases(50))).status).toBe(200);
    for (const count of [51, 10_000]) {
      const response = await sendQuery(facade, aliases(count));
      expect(response.status).toBe(400);
      expect(response.errors.map(({ extensions }) => extensions)).toEqual([refused]);
      expect(response.errors[0]?.message).toContain('MAX_QUERY_ALIASES');
    }
  });

  it('aliases in a fragment count for each spread', async () => {
    const { facade } = await startSystem({}, { settings: { MAX_QUERY_ALIASES: '3' } });
    const query = (spreads: number) => `{ ${'...F '.repeat(spreads)} } fragment F on Query { a: __typename }`;
    expect((await sendQuery(facade, query(3))).status).toBe(200);
    expect((await sendQuery(facade, query(4))).status).toBe(400);
  });
});

describe('F3: tokens', () => {
  it('5000 are served, 5001 are refused with the name of the setting', async () => {
    const { facade } = await startSystem({}, { settings: { MAX_LIST_ARGUMENT: '5000' } });
    expect((await sendQuery(facade, tokens(5000))).status).toBe(200);
    const response = await sendQuery(facade, tokens(5001));
    expect(response.status).toBe(400);
    expect(response.errors.map(({ extensions }) => extensions)).toEqual([refused]);
    expect(response.errors[0]?.message).toContain('MAX_QUERY_TOKENS');
  });
});
