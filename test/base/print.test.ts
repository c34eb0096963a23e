import { once } from 'node:events';
import fc from 'fast-check';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printInSlices, printLinesInSlices } from '../../src/base/print.js';
import { createWriteBatch } from '../../src/http/fast-path.js';
import { bounded, seed } from '../fuzz/draw.js';
import { operationRequest } from '../rig/operation-request.js';
import { keptOperation, openSocket } from '../rig/raw-client.js';
import { until } from '../rig/wait.js';
import { connectSocket } from '../system/http-client.js';
import { everything } from '../system/test-system.js';

describe('lines of values', () => {
  it.each([[[]], [[{}]], [[{ a: 'x\ny' }, null, { b: [1] }]]])(
    'are those of JSON.stringify: %j',
    (values) => {
      const lines = values.map((value) => `${JSON.stringify(value)}\n`);
      expect([...printLinesInSlices(values)].join('')).toBe(lines.join(''));
    },
  );

  it('have slices of about 64 KB, also where one line has nearly all', () => {
    const row = {
      list: Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(20) })),
    };
    const lengths = [...printLinesInSlices([{}, row])].map(({ length }) => length);
    expect(lengths.length).toBeGreaterThan(20);
    expect(Math.max(...lengths)).toBeLessThan(140_000);
  });
});

const printed = (value: unknown): string => [...printInSlices(value)].join('');

describe(`slices of a value (seed ${seed})`, () => {
  it('joined, equal the text of JSON.stringify', () => {
    const leaves = [
      undefined,
      null,
      true,
      -0,
      Infinity,
      NaN,
      1e21,
      '',
      '\ud800"\u2028',
      new Date(0),
    ].map((leaf) => fc.constant(leaf));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(...leaves, fc.string({ maxLength: 300 })),
        fc.array(tie('value'), { maxLength: 10 }),
        fc.dictionary(fc.string({ maxLength: 9 }), tie('value'), { maxKeys: 8 }),
      ),
    }));
    const large = value.map((each) => Array.from({ length: 700 }, () => each));
    const either = fc.oneof(value, large, fc.record({ one: large, other: value }));
    const property = fc.property(fc.record({ data: either, errors: value }), (whole) => {
      expect(printed(whole)).toBe(JSON.stringify(whole));
    });
    fc.assert(property, bounded(200));
  });

  it('support toJSON, undefined members, and keys that every object inherits', () => {
    // JSON.parse makes `__proto__` an own member.
    const bare = JSON.parse('{"__proto__":[1],"a":2}') as object;
    Object.setPrototypeOf(bare, null);
    const list = Array.from({ length: 3000 }, () => [
      bare,
      new GraphQLError('No.', { path: ['a'] }),
      undefined,
    ]);
    expect(printed({ list, nothing: undefined, none: {} })).toBe(
      JSON.stringify({ list, nothing: undefined, none: {} }),
    );
  });

  it('have about 64 KB each for any shape', () => {
    const wide = Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(20) }));
    for (const value of [{ wide }, { deep: { deep: [{ wide }] } }, [wide, { wide }]]) {
      const lengths = [...printInSlices(value)].map(({ length }) => length);
      expect(lengths.length).toBeGreaterThan(20);
      expect(Math.max(...lengths)).toBeLessThan(140_000);
    }
  });
});

/** A façade on a port. An Origin that is not listed keeps a request off the fast path. */
async function open() {
  const { url } = await connectSocket({ size: { media: 420 } });
  const headers = { accept: 'application/json', 'x-request-id': 'the-same-request' };
  const origin = { origin: 'https://elsewhere.example' };
  const ask = (query: string, isFast: boolean): Promise<Response> =>
    fetch(
      operationRequest(query, {
        url,
        credential: everything,
        headers: { ...headers, ...(!isFast && origin) },
      }),
    );
  return { url, ask };
}

const aliases = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `a${index}: media(first: 1000) { nodes { id name url } }`,
  ).join(' ');

describe('a response on the wire', () => {
  it('is sent in chunks if it is large, with and without the fast path', async () => {
    const { ask } = await open();
    const query = `{ ${aliases(24)} }`;
    const [fast, yoga] = await Promise.all([ask(query, true), ask(query, false)]);
    for (const { headers } of [fast, yoga]) {
      expect(headers.get('transfer-encoding')).toBe('chunked');
      expect(headers.get('content-length')).toBeNull();
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const [one, other] = await Promise.all([fast.text(), yoga.text()]);
    const body = JSON.parse(one) as { data: Record<string, { nodes: unknown[] }> };
    expect(JSON.stringify(body)).toBe(one);
    expect(JSON.stringify((JSON.parse(other) as typeof body).data)).toBe(JSON.stringify(body.data));
    expect(Object.values(body.data).map(({ nodes }) => nodes.length)).toEqual(
      Array.from({ length: 24 }, () => 420),
    );
  });

  it('has a Content-Length if it is small', async () => {
    const { ask } = await open();
    for (const isFast of [true, false]) {
      const response = await ask('{ screens(first: 5) { nodes { id } } }', isFast);
      expect(response.headers.get('transfer-encoding')).toBeNull();
      const { length } = Buffer.from(await response.text());
      expect(response.headers.get('content-length')).toBe(String(length));
    }
  });

  it('may be large for a client that leaves without reading; others are served', async () => {
    const { url, ask } = await open();
    const socket = openSocket(url);
    // One that is paused before would read nothing at all.
    await once(socket, 'connect');
    socket
      .pause()
      .write(keptOperation(`{ ${aliases(40)} }`, [`Authorization: Bearer ${everything}`]));
    await until('the response has begun', () => socket.bytesRead > 0);
    socket.destroy();
    expect(await (await ask('{ organization { name } }', true)).text()).toContain('Nordlicht');
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A batch with a clock that the test sets; `written` lists the names whose callbacks have run. */
function start() {
  const written: string[] = [];
  const clock = { now: 0 };
  const batch = createWriteBatch(() => clock.now);
  return { written, clock, write: (name: string) => batch(() => void written.push(name)) };
}

describe('a write batch', () => {
  it('runs all callbacks of a turn at its end, in order and once', async () => {
    const { written, write } = start();
    write('a');
    await Promise.resolve();
    write('b');
    expect(written).toEqual([]);
    await nextTurn();
    expect(written).toEqual(['a', 'b']);
    await nextTurn();
    write('c');
    await nextTurn();
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('does not wait for the end of a long turn', async () => {
    const { written, clock, write } = start();
    write('a');
    clock.now = 0.4;
    write('b');
    expect(written).toEqual([]);
    clock.now = 0.6;
    write('c');
    expect(written).toEqual(['a', 'b', 'c']);
    write('d');
    await nextTurn();
    expect(written).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs a callback that another one adds in the next turn', async () => {
    const written: string[] = [];
    const batch = createWriteBatch(() => 0);
    batch(() => batch(() => void written.push('later')));
    await nextTurn();
    await nextTurn();
    expect(written).toEqual(['later']);
  });
});
