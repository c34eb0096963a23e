import fc from 'fast-check';
import { GraphQLError, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Clocks, findClocks } from '../../../src/document/live-operation.js';
import { fragmentsOf } from '../../../src/execution/selection.js';
import { fingerprintOf, toEvent, withoutClocks } from '../../../src/extra/live/live-event.js';
import { LivePoll } from '../../../src/extra/live/live-poll.js';
import { type PollRun, readMessage, SharedPoll } from '../../../src/extra/live/shared-poll.js';
import { markSize, type OperationResult } from '../../../src/operation/result.js';
import { createFakeTime } from './fake-time.js';
import { ModelFleet, ModelMember } from './model-fleet.js';
import { failure, requestOf, settings, unobserved } from './watcher.js';

function clocksOf(text: string): Clocks {
  const document = parse(text);
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  return findClocks(operation?.selectionSet, fragmentsOf(document));
}

it('resolvedAt is left out under any alias, in lists, fragments and repeated selections, and there alone', () => {
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

const upstream = { requests: 1, limit: 250, estimated: 1, requestId: 'r' };

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

async function fingerprint({ data, failures: all }: Drawn): Promise<string> {
  const errors = all.map(({ code, path, ...facts }) => failure(code, facts, path.map(String)));
  const found = await fingerprintOf({ data, errors }, clocks);
  return found.fingerprint;
}

/** What a client can tell apart, written naively. */
const essence = ({ data, failures: all }: Drawn): string =>
  JSON.stringify([
    data.a?.n ?? null,
    data.list.map((each) => each?.n ?? null),
    all.map(({ code, path }) => `${code} ${path.join('.')}`).sort(),
  ]);

it('fingerprints are equal if and only if data without resolvedAt, and codes and paths of errors, are', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, drawn, async (one, other) => {
      const areEqual = (await fingerprint(one)) === (await fingerprint(other));
      expect(areEqual).toBe(essence(one) === essence(other));
    }),
    { numRuns: 500 },
  );
});

it('the fingerprint of a large result, made in slices, is that of its text', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ data }) => {
      const whole = await fingerprintOf({ data }, clocks);
      markSize(data, { bytes: 2 ** 30 });
      const sliced = fingerprintOf({ data }, clocks);
      expect(sliced).toBeInstanceOf(Promise);
      expect(await sliced).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

it('an event has the data and the errors below the name of live, the cost, and nothing of HTTP', () => {
  const error = failure('NOT_FOUND', { http: { status: 404 }, status: 404 }, ['screen']);
  const extensions = { upstream };
  const event = toEvent({ data: { screen: null }, errors: [error], extensions }, 'now');
  const shown = {
    message: 'NOT_FOUND',
    path: ['now', 'screen'],
    extensions: { code: 'NOT_FOUND', status: 404 },
  };
  const whole = { data: { now: { screen: null } }, errors: [shown], extensions };
  expect(JSON.parse(JSON.stringify(event))).toEqual(whole);
});

const costs = { tookMs: 0, waitMs: 0, requests: 1 };
const ran: PollRun = { kind: 'ran', fingerprint: 'one', ageMs: 0, ...costs, isAccepted: true };

const error = fc
  .record({
    message: fc.string(),
    path: fc.array(fc.oneof(fc.string(), fc.nat())),
    extensions: fc.dictionary(fc.string(), fc.jsonValue()),
    isLocated: fc.boolean(),
  })
  .map(({ message, path, extensions, isLocated }) => {
    const { definitions } = parse('{ a }');
    return new GraphQLError(message, {
      path,
      extensions,
      ...(isLocated && { nodes: definitions }),
    });
  });

const event: fc.Arbitrary<OperationResult> = fc
  .record({
    data: fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: null }),
    errors: fc.option(fc.array(error)),
    extensions: fc.option(fc.constant({ upstream })),
  })
  .map(({ data, errors, extensions }) => ({
    data,
    ...(errors && { errors }),
    ...(extensions && { extensions }),
  }));

describe('what processes tell each other of a poll', () => {
  it('an event is printed for subscribers as it would be where it was found', () => {
    fc.assert(
      fc.property(event, (each) => {
        const read = readMessage(JSON.stringify({ ...ran, event: each }))?.event;
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(each)));
        for (const found of read?.errors ?? []) expect(found).toBeInstanceOf(GraphQLError);
      }),
    );
  });

  it('an event of another result is none', async () => {
    const time = createFakeTime();
    const fleet = new ModelFleet(time, 0);
    const join = (): SharedPoll => {
      const context = { settings, observer: unobserved, time, shared: new ModelMember(fleet) };
      const request = requestOf('credential', () => Promise.resolve({}));
      const poll = new LivePoll(request, 'poll', context);
      poll.deliver({ fingerprint: 'one', startedAt: 0, at: 0 }, { data: {} }, 0);
      return new SharedPoll(poll, () => undefined);
    };
    const [one, other] = [join(), join()];
    one.give(ran);
    await time.advance(1);
    const found = Promise.all([other.readEvent('one'), other.readEvent('two')]);
    await time.advance(1);
    expect(await found).toEqual([{ data: {} }, undefined]);
  });

  const pathless = '{"message":"a","extensions":{}}';
  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown kind', '{"kind":"other"}'],
    ['a missing member', JSON.stringify({ ...ran, requests: undefined })],
    ['a wrong type', JSON.stringify({ ...ran, waitMs: '1' })],
    ['a time before', JSON.stringify({ ...ran, tookMs: -1 })],
    ['an event without data', '{"kind":"completed","event":{}}'],
    [
      'an error without a path',
      `{"kind":"completed","event":{"data":null,"errors":[${pathless}]}}`,
    ],
    [
      'a cost without numbers',
      '{"kind":"completed","event":{"data":null,"extensions":{"upstream":{}}}}',
    ],
  ])('%s is ignored', (_what, text) => {
    expect(readMessage(text)).toBeUndefined();
    expect(readMessage(JSON.stringify(ran).replace('}', `,"event":${text}}`))).toBeUndefined();
  });
});
