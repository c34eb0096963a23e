import { Kind, OperationTypeNode, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.js';
import { type Example, examplesFor } from '../../../src/extra/graphiql/example.js';
import { codesOf, everything, sendTo, startSystem } from '../../system/test-system.js';

const browser = { accept: 'text/html' };

describe('the explorer’s page', () => {
  it('G15: runs only its own scripts, connects only to the façade, and cannot be framed', async () => {
    const { facade } = await startSystem();
    const { headers } = await sendTo(facade, '/graphql', { headers: browser });
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split('; ').map((each) => {
        const [name = '', ...sources] = each.split(' ');
        return [name, sources] as const;
      }),
    );
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['connect-src']).toEqual(["'self'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['script-src']).toHaveLength(3);
    expect(policy['script-src']?.[0]).toBe('blob:');
    for (const source of policy['script-src']?.slice(1) ?? [])
      expect(source).toMatch(/^'sha256-[\w+/]{43}='$/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('is compressed for clients that accept gzip, and its ETag gives 304 with the same policy', async () => {
    const { facade } = await startSystem();
    const headers = { ...browser, 'accept-encoding': 'gzip' };
    const first = await sendTo(facade, '/graphql', { headers });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const tag = first.headers.get('etag') ?? '';
    const again = await sendTo(facade, '/graphql', {
      headers: { ...headers, 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    );
  });

  it('F23: contains no address of the upstream, and no credential but that of a demo', async () => {
    const { facade, simulator } = await startSystem();
    const { text } = await sendTo(facade, '/graphql', { headers: browser });
    expect(text).not.toContain(new URL(simulator.url).host);
    expect(text).toContain('<PARTNER_CREDENTIAL>');
    expect(text).not.toContain(everything);
    const demo = await startSystem({}, { demoCredential: everything });
    expect((await sendTo(demo.facade, '/graphql', { headers: browser })).text).toContain(
      everything,
    );
  });

  it('F23: is not served if GRAPHIQL is false, nor in production unless it is true', async () => {
    const isServed = async (settings: Readonly<Record<string, string>>) => {
      const { facade } = await startSystem({}, { settings: { TRUST_PROXY: 'true', ...settings } });
      const headers = { ...browser, 'x-forwarded-proto': 'https' };
      const response = await sendTo(facade, '/graphql', { headers });
      return (
        response.headers.get('content-type')?.split(';')[0] === 'text/html' &&
        response.status === 200
      );
    };
    expect(await isServed({ GRAPHIQL: 'false' })).toBe(false);
    expect(await isServed({ NODE_ENV: 'production' })).toBe(false);
    expect(await isServed({ NODE_ENV: 'production', GRAPHIQL: 'true' })).toBe(true);
  });
});

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

  const queries = examples.filter(
    (example) => operationOf(example).operation === OperationTypeNode.QUERY,
  );

  it('contain one subscription', () => {
    expect(examples.filter((example) => !queries.includes(example)).map(nameOf)).toEqual(['Live']);
  });

  it.each(queries.map((example) => [nameOf(example), example] as const))(
    '%s runs over the simulator, within the limits',
    async (name, { query, variables, headers }) => {
      const { facade } = await startSystem();
      const response = await sendTo(facade, '/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${everything}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      expect(response.status).toBe(200);
      const upstream = response.extensions?.['upstream'] as {
        requests: number;
        trace?: readonly unknown[];
      };
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
