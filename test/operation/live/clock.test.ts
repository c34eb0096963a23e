import fc from 'fast-check';
import { Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fragmentsOf } from '../../../src/execution/selection.js';
import { type Clocks, findClocks, withoutClocks } from '../../../src/operation/live/clock.js';
import { textOf, toEvent } from '../../../src/operation/live/live-event.js';
import { failure } from './watcher.js';

function clocksOf(text: string): Clocks | undefined {
  const document = parse(text);
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return findClocks(
    operations.map(({ selectionSet }) => selectionSet),
    fragmentsOf(document),
  );
}

describe('resolvedAt', () => {
  it('is left out under any alias, in lists, fragments and repeated selections, and there alone', () => {
    const clocks = clocksOf(`{
      a { at: resolvedAt name ...More }
      a { deep { resolvedAt } }
      b { at resolvedAt: name }
    } fragment More on T { ... { other: resolvedAt deep { x } } }`);
    const data = {
      a: [{ at: 1, other: 2, name: 'n', deep: { resolvedAt: 3, x: [{ at: 4 }] } }, null],
      b: { at: 5, resolvedAt: 6 },
    };
    expect(withoutClocks(data, clocks)).toEqual({
      a: [{ name: 'n', deep: { x: [{ at: 4 }] } }, null],
      b: { at: 5, resolvedAt: 6 },
    });
  });

  it('costs nothing where it is not selected', () => {
    const data = { a: { b: 1 } };
    expect(clocksOf('{ a { b } }')).toBeUndefined();
    expect(withoutClocks(data, undefined)).toBe(data);
  });
});

/** Data of `{ a { at: resolvedAt n } list { at: resolvedAt n } }`. */
const record = fc.option(fc.record({ at: fc.nat(3), n: fc.nat(2) }));
const failures = fc.array(
  fc.record({
    code: fc.constantFrom('FORBIDDEN', 'NOT_FOUND'),
    path: fc.constantFrom(['a'], ['list', 0], ['list', 1, 'n']),
    message: fc.string(),
    requestId: fc.string(),
  }),
  { maxLength: 3 },
);
const drawn = fc.record({
  data: fc.record({ a: record, list: fc.array(record, { maxLength: 2 }) }),
  failures,
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const clocks = clocksOf('{ a { at: resolvedAt n } list { at: resolvedAt n } }');

const fingerprint = ({ data, failures: all }: Drawn): string =>
  textOf(
    {
      data,
      errors: all.map(({ code, path, message, requestId }) =>
        failure(code, { message, requestId }, path.map(String)),
      ),
    },
    clocks,
  );

/** What a client can tell apart, written naively. */
const essence = ({ data, failures: all }: Drawn): string =>
  JSON.stringify([
    data.a?.n ?? null,
    data.list.map((each) => each?.n ?? null),
    all.map(({ code, path }) => `${code} ${path.join('.')}`).sort(),
  ]);

it('fingerprints are equal if and only if data without resolvedAt, and codes and paths of errors, are', () => {
  fc.assert(
    fc.property(drawn, drawn, (one, other) => {
      expect(fingerprint(one) === fingerprint(other)).toBe(essence(one) === essence(other));
    }),
    { numRuns: 500 },
  );
});

it('fingerprints take a time-out and another failure of the Partner API for one outage', () => {
  const [timeout, unavailable] = ['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'].map((code) =>
    textOf({ data: null, errors: [failure(code, {}, ['a'])] }, undefined),
  );
  expect(timeout).toBe(unavailable);
});

it('an event has the data and the errors below the name of live, the cost, and nothing of HTTP', () => {
  const upstream = { requests: 1, limit: 250, estimated: 1, requestId: 'r' };
  const error = failure('NOT_FOUND', { http: { status: 404 }, status: 404 }, ['screen']);
  const extensions = { upstream, http: { status: 404, headers: {} } };
  const event = toEvent({ data: { screen: null }, errors: [error], extensions }, 'now');
  expect(JSON.parse(JSON.stringify(event))).toEqual({
    data: { now: { screen: null } },
    errors: [
      { message: 'NOT_FOUND', path: ['now', 'screen'], extensions: { code: 'NOT_FOUND', status: 404 } },
    ],
    extensions: { upstream },
  });
});
