import { describe, expect, it } from 'vitest';
import { expectRefused, startSystem } from '../system/test-system.js';
import { ask, mediaAt, nodeIdOf, places, screenAt } from './ask.js';

const configurationsOf = (list: string): string =>
  `{ playbackConfigurations(screenIds: ${list}) { revision } }`;
const foundBy = (filter: string): string =>
  `{ found: screens(filter: ${filter}) { nodes { id } } }`;
const Configurations = `query ($ids: [ID!]!) ${configurationsOf('$ids')}`;
const Find = `query ($filter: ScreenFilter) ${foundBy('$filter')}`;
const ids = (count: number): string[] => places(count).map(() => screenAt(0));
const letters = '"a", '.repeat(1001);
const repeated = `[${'$id, '.repeat(1001)}]`;
const wrong = places(1001).map(() => ({}));
const direct = 'screenIds of playbackConfigurations';
const within = (member: string): string => `filter.${member} of found`;
const limit = (max: number) => ({ settings: { MAX_LIST_ARGUMENT: String(max) } });

describe('a list argument has at most MAX_LIST_ARGUMENT entries', () => {
  it('a thousand are served', async () => {
    const variables = { ids: ids(1000) };
    const { data, errors, upstream } = await ask(await startSystem(), Configurations, {
      variables,
    });
    expect(errors).toEqual([]);
    expect(data['playbackConfigurations']).toHaveLength(1000);
    expect(upstream?.requests).toBe(1);
  });

  it('within an argument too: a thousand ids are served, and are no items of the result', async () => {
    const system = await startSystem({}, { settings: { MAX_RESPONSE_NODES: '60' } });
    const { data, errors } = await ask(system, Find, {
      variables: { filter: { idIn: ids(1000) } },
    });
    expect(errors).toEqual([]);
    expect(data['found']?.['nodes']).toEqual([{ id: screenAt(0) }]);
  });

  it.each([
    [direct, 'in a variable', Configurations, { ids: ids(1001) }],
    [direct, 'in a default', `query ($ids: [ID!]! = [${letters}]) ${configurationsOf('$ids')}`, {}],
    [direct, 'in a literal', configurationsOf(`[${letters}]`), {}],
    [
      direct,
      'in a literal with variables',
      `query ($id: ID!) ${configurationsOf(repeated)}`,
      { id: 'a' },
    ],
    [direct, 'of values of a wrong type', Configurations, { ids: wrong }],
    [within('idIn'), 'in a variable', Find, { filter: { idIn: ids(1001) } }],
    [
      within('statusIn'),
      'in a variable',
      Find,
      { filter: { statusIn: ids(1001).map(() => 'ONLINE') } },
    ],
    [within('timezoneIn'), 'of values of a wrong type', Find, { filter: { timezoneIn: wrong } }],
    [within('idIn'), 'in a literal', foundBy(`{ idIn: [${letters}] }`), {}],
    [within('statusIn'), 'in a literal', foundBy(`{ statusIn: [${'ONLINE '.repeat(1001)}] }`), {}],
    [
      within('idIn'),
      'as a variable',
      `query ($ids: [ID!]) ${foundBy('{ idIn: $ids }')}`,
      { ids: ids(1001) },
    ],
    [
      within('idIn'),
      'in a default',
      `query ($f: ScreenFilter = { idIn: [${letters}] }) ${foundBy('$f')}`,
      {},
    ],
  ])('one more is refused with R = 0: %s %s', async (argument, _where, query, variables) => {
    const system = await startSystem();
    const response = await ask(system, query, { variables });
    expectRefused(system, response, 'OPERATION_LIMIT_EXCEEDED');
    expect(response.errors.map(({ message }) => message)).toEqual([
      `Argument ${argument} has 1001 entries; at most 1000 are allowed (MAX_LIST_ARGUMENT). Split them over several operations.`,
    ]);
  });

  it('the setting raises the limit, which applies to an explanation too', async () => {
    const variables = { ids: ids(1001) };
    expect(
      (await ask(await startSystem({}, limit(1001)), Configurations, { variables })).errors,
    ).toEqual([]);
    const headers = { 'x-upstream-explain': 'plan' };
    const { codes } = await ask(await startSystem({}, limit(1000)), Configurations, {
      variables,
      headers,
    });
    expect(codes).toEqual(['OPERATION_LIMIT_EXCEEDED']);
  });

  it('a skipped field does not count', async () => {
    const query =
      'query ($ids: [ID!]!, $on: Boolean!) { organization { name } nodes(nodeIds: $ids) @include(if: $on) { nodeId } }';
    const system = await startSystem();
    expect((await ask(system, query, { variables: { ids: ids(2000), on: false } })).errors).toEqual(
      [],
    );
  });
});

describe('the entries of all list arguments count as items of the result', () => {
  const query =
    'query ($ids: [ID!]!) { a: nodes(nodeIds: $ids) { nodeId } b: nodes(nodeIds: $ids) { nodeId } }';
  const variables = { ids: places(20).map((place) => nodeIdOf('Media', mediaAt(place))) };

  it('an operation is refused with R = 0 if they alone exceed MAX_RESPONSE_NODES', async () => {
    const system = await startSystem({}, { settings: { MAX_RESPONSE_NODES: '39' } });
    const response = await ask(system, query, { variables });
    expectRefused(system, response, 'OPERATION_LIMIT_EXCEEDED');
    expect(response.errors.map(({ message }) => message)).toEqual([
      'The operation selects 40 items by their ids; a result has at most 39 fields and items (MAX_RESPONSE_NODES). Send fewer ids or aliases in one operation.',
    ]);
  });

  it('a field that is selected twice counts once', async () => {
    const system = await startSystem({}, { settings: { MAX_RESPONSE_NODES: '60' } });
    const twice = query.replace('b:', 'a:');
    expect((await ask(system, twice, { variables })).errors).toEqual([]);
  });

  it('an operation is not refused for a list that may be shorter than its limit', async () => {
    const system = await startSystem(
      { size: { screens: 26 } },
      { settings: { MAX_RESPONSE_NODES: '60' } },
    );
    const { data, errors } = await ask(system, '{ screens(first: 1000) { nodes { id } } }');
    expect(errors).toEqual([]);
    expect(data['screens']?.['nodes']).toHaveLength(26);
  });

  it('one field too many ends the run: no data, one error, and the cost', async () => {
    const system = await startSystem(
      { size: { screens: 26 } },
      { settings: { MAX_RESPONSE_NODES: '53' } },
    );
    // The list, its nodes, 26 items and 26 ids are 54.
    const { status, data, errors, upstream } = await ask(
      system,
      '{ screens(first: 1000) { nodes { id } } }',
    );
    expect([status, data]).toEqual([200, null]);
    const message =
      'The response has more than 53 fields and items (MAX_RESPONSE_NODES). Request fewer items, ids or fields at once.';
    expect(errors).toEqual([{ message, extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
    expect(upstream?.requests).toBe(1);
  });

  it('the end of a run cancels its requests in flight', async () => {
    const system = await startSystem(
      { latencyMs: 20 },
      { settings: { MAX_RESPONSE_NODES: '40', UPSTREAM_MAX_CONCURRENCY: '1' } },
    );
    const wide = `query ($ids: [ID!]!) { screens(first: 30) { nodes { id } } playbackConfigurations(screenIds: $ids) { revision } }`;
    const { codes } = await ask(system, wide, { variables: { ids: places(9).map(screenAt) } });
    expect(codes).toEqual(['OPERATION_LIMIT_EXCEEDED']);
    const sent = system.simulator.requests.length;
    for (let fence = 0; fence < 3; fence += 1) await ask(system, '{ organization { name } }');
    expect(system.simulator.requests.length).toBe(sent + 3);
    expect(sent).toBeLessThan(5);
  });
});

describe('errors beyond the thousandth', () => {
  it('count for the status: an invented credential is 401, though most of its errors are omitted', async () => {
    const system = await startSystem();
    const fields = places(5).map((index) => `a${index}: nodes(nodeIds: $ids) { nodeId }`);
    const aliased = `query ($ids: [ID!]!) { ${fields.join(' ')} }`;
    const variables = { ids: places(900).map((place) => nodeIdOf('Media', mediaAt(place))) };
    const asked = { variables, credential: 'nobody-knows-this-one' };
    const { status, headers, errors, codes } = await ask(system, aliased, asked);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(codes.slice(0, -1)).toEqual(places(1000).map(() => 'UNAUTHENTICATED'));
    expect(errors[1000]?.message).toContain('3500 more errors are omitted');
  });

  it('do not turn a root field with a value into a refusal: the status is 200', async () => {
    const system = await startSystem();
    const variables = { ids: places(990).map((place) => nodeIdOf('Media', mediaAt(place))) };
    const query =
      'query ($ids: [ID!]!) { a: nodes(nodeIds: $ids) { nodeId } b: nodes(nodeIds: $ids) { nodeId } none: nodes(nodeIds: []) { nodeId } }';
    const { status, errors } = await ask(system, query, {
      variables,
      credential: 'nobody-knows-this-one',
    });
    expect(status).toBe(200);
    expect(errors).toHaveLength(1001);
  });
});
