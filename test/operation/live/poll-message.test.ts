import fc from 'fast-check';
import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { PollChannel, readMessage, storedEventSchema } from '../../../src/operation/live/poll-channel.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { createFakeTime } from './fake-time.js';
import { ModelFleet, ModelMember } from './model-fleet.js';

const readStored = (text: string): OperationResult | undefined =>
  storedEventSchema.safeParse(text).data?.event;

const upstream = { requests: 1, limit: 250, estimated: 2, requestId: 'run' };

const error = fc
  .record({
    message: fc.string(),
    path: fc.array(fc.oneof(fc.string(), fc.nat())),
    extensions: fc.dictionary(fc.string(), fc.jsonValue()),
    isLocated: fc.boolean(),
  })
  .map(({ message, path, extensions, isLocated }) => {
    const { definitions } = parse('{ a }');
    return new GraphQLError(message, { path, extensions, ...(isLocated && { nodes: definitions }) });
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
        const read = readStored(JSON.stringify({ fingerprint: 'fingerprint', event: each }));
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(each)));
        for (const found of read?.errors ?? []) expect(found).toBeInstanceOf(GraphQLError);
      }),
    );
  });

  it('an event of another result is none', async () => {
    const time = createFakeTime();
    const fleet = new ModelFleet(time, 0);
    const join = (): PollChannel => new PollChannel(new ModelMember(fleet), 'poll', time, () => undefined);
    const [one, other] = [join(), join()];
    one.keep('one', { data: {} });
    await time.advance(1);
    const found = Promise.all([other.read('one'), other.read('two')]);
    await time.advance(1);
    expect(await found).toEqual([{ data: {} }, undefined]);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', 'null'],
    ['an unknown kind', '{"kind":"other"}'],
    ['a missing member', '{"kind":"wanted","withinMs":1}'],
    ['a wrong type', '{"kind":"wanted","withinMs":"1","maxAgeMs":0}'],
    ['a time before', '{"kind":"wanted","withinMs":-1,"maxAgeMs":0}'],
    ['an event without data', '{"kind":"completed","event":{}}'],
    [
      'an error without a path',
      '{"kind":"completed","event":{"data":null,"errors":[{"message":"a","extensions":{}}]}}',
    ],
    ['a cost without numbers', '{"kind":"completed","event":{"data":null,"extensions":{"upstream":{}}}}'],
  ])('%s is ignored', (_what, text) => {
    expect(readMessage(text)).toBeUndefined();
    expect(readStored(`{"fingerprint":"a","event":${text}}`)).toBeUndefined();
  });
});
