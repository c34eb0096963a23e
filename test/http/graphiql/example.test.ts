import { Kind, OperationTypeNode, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.js';
import { type Example, examplesFor } from '../../../src/http/graphiql/example.js';
import { everything, startSystem } from '../../system/test-system.js';
import { codesOf, sendTo } from '../../system/send.js';

const examples = examplesFor(true);

function operationOf({ query }: Example) {
  const [definition] = parse(query).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('Not an operation.');
  return definition;
}

const nameOf = (example: Example): string => operationOf(example).name?.value ?? '';

describe('the explorer’s examples', () => {
  it('select every root field', () => {
    const selected = examples.flatMap((example) =>
      operationOf(example).selectionSet.selections.map((each) =>
        each.kind === Kind.FIELD ? each.name.value : '',
      ),
    );
    const types = [schema.getQueryType(), schema.getSubscriptionType()];
    const fields = types.flatMap((type) => Object.keys(type?.getFields() ?? {}));
    expect([...new Set(selected)].sort()).toEqual(fields.sort());
  });

  it('are valid, begin with a comment, and fit the width of the editor', () => {
    for (const { query } of examples) {
      expect(validate(schema, parse(query))).toEqual([]);
      expect(query).toMatch(/^# \S.+\n[#qs]/);
      expect(Math.max(...query.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(55);
    }
  });

  const queries = examples.filter((example) => operationOf(example).operation === OperationTypeNode.QUERY);

  it('contain one subscription', () => {
    expect(examples.filter((example) => !queries.includes(example)).map(nameOf)).toEqual(['Live']);
  });

  it.each(queries.map((example) => [nameOf(example), example] as const))(
    '%s runs over the simulator, within the limits',
    async (name, { query, variables, headers }) => {
      const { facade } = await startSystem();
      const response = await sendTo(facade, '/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${everything}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      expect(response.status).toBe(200);
      const upstream = response.extensions?.['upstream'] as { requests: number; trace?: readonly unknown[] };
      expect(upstream.requests).toBeGreaterThan(0);
      expect(upstream.requests).toBeLessThan(60);
      expect(upstream.trace !== undefined).toBe(name === 'Trace');
      // The simulator's data include a link to a deleted media file.
      const codes = new Set(response.errors.map(({ extensions }) => extensions['code']));
      expect([...codes].filter((code) => code !== 'NOT_FOUND')).toEqual([]);
      if (name === 'Refused') expect(codesOf(response)).toContain('screen NOT_FOUND');
      if (name === 'Dashboard') expect(response.errors).toEqual([]);
    },
  );

  it('contain no id of the simulator in front of a real Partner API', () => {
    const text = JSON.stringify(examplesFor(false));
    for (const id of ['scr_', 'pls_', 'med_', 'U2NyZWVu', 'demo-']) expect(text).not.toContain(id);
    expect(text).toContain('<id of a screen>');
  });
});
