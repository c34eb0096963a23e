import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withDeclaredVariables } from '../../src/document/parameters.js';
import { ask, screenAt } from '../economy/ask.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { sumOf } from '../rig/metric.js';
import { connectSocket } from '../system/http-client.js';
import { everything, startSystem } from '../system/test-system.js';

const definitionOf = (text: string): OperationDefinitionNode =>
  getOperationAST(parse(text)) ?? expect.fail('There is no operation.');

const declares = definitionOf(
  'query ($id: ID!, $constructor: ID) { a: screen(id: $id) { name } b: screen(id: $constructor) { name } }',
);

it('the variables that an operation runs with are the declared ones, whatever their names', () => {
  const variables: unknown = JSON.parse('{"id": 1, "__proto__": {"id": 2}, "hasOwnProperty": 3}');
  const request = { variables: variables as Record<string, unknown>, operationName: 'A' };
  expect(withDeclaredVariables(request, declares)).toEqual({
    variables: { id: 1 },
    operationName: 'A',
  });
  const own = withDeclaredVariables(
    request,
    definitionOf('query ($__proto__: ID) { node(nodeId: $__proto__) { nodeId } }'),
  );
  expect(Object.entries(own.variables)).toEqual([['__proto__', { id: 2 }]]);
});

describe('variables that no operation declares', () => {
  // A response of an operation of its own counts the second look-up as deduplicated.
  const query = 'query ($id: ID!) { a: screen(id: $id) { name } b: screen(id: $id) { name } }';

  it('make no difference between two operations', async () => {
    const system = await startSystem({ latencyMs: 60 });
    const responses = await Promise.all(
      [1, 2, 3].map((undeclared) =>
        ask(system, query, { variables: { id: screenAt(4), undeclared } }),
      ),
    );
    expect(system.simulator.requests).toHaveLength(1);
    expect(responses.map(({ upstream }) => upstream?.deduplicated).sort()).toEqual([0, 0, 1]);
  });

  it('are not looked at, however deep they are', async () => {
    const system = await startSystem();
    const undeclared: unknown = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`);
    const { data } = await ask(system, query, { variables: { id: screenAt(4), undeclared } });
    expect(data['a']).not.toBeNull();
  });

  it('make no difference between two subscriptions', async () => {
    const { url, facade } = await connectSocket();
    const text =
      'subscription ($first: Int!) { live(everySeconds: 600) { screens(first: $first) { nodes { id } } } }';
    const streams = await Promise.all(
      [1, 2].map((undeclared) =>
        subscribe(url, text, { credential: everything, variables: { first: 1, undeclared } }),
      ),
    );
    for (const each of streams)
      expect(at(await each.next(), 'data.live.screens.nodes')).toHaveLength(1);
    expect(await sumOf(facade, 'live_polls_total')).toBe(1);
    for (const each of streams) each.leave();
  });
});
