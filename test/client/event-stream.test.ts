import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, type ServerSentEvent } from '../../src/client/event-stream.js';

function readAll(pieces: readonly string[]): ServerSentEvent[] {
  const read = createEventReader();
  return pieces.flatMap((piece) => read(piece));
}

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
/** Text of one line; colons and spaces may stand anywhere. */
const text = fc.stringMatching(/^[a-z: é{}"]{0,12}$/);
const skipped = fc.constantFrom(
  ':',
  ': a comment',
  'id: 7',
  'retry: 10',
  'other',
  'data2: x',
  'Event: x',
);

interface DrawnEvent {
  readonly name: string | undefined;
  readonly data: readonly string[];
  readonly skipped: readonly string[];
  readonly hasSpace: boolean;
}

const drawnEvent: fc.Arbitrary<DrawnEvent> = fc.record({
  name: fc.option(fc.constantFrom('next', 'complete', 'x:y'), { nil: undefined }),
  data: fc.array(text, { maxLength: 4 }),
  skipped: fc.array(skipped, { maxLength: 3 }),
  hasSpace: fc.boolean(),
});

function linesOf({ name, data, skipped: others, hasSpace }: DrawnEvent): readonly string[] {
  const separator = hasSpace ? ': ' : ':';
  // Without the space, a value that begins with one would lose it.
  const lineOf = (field: string, value: string): string =>
    field + (value.startsWith(' ') ? ': ' : separator) + value;
  const named = name === undefined ? [] : [lineOf('event', name)];
  return [...others, ...named, ...data.map((value) => lineOf('data', value)), ''];
}

describe('reading a text/event-stream', () => {
  it('gives every event with data, whatever its line ends, comments and cuts', () => {
    const drawn = fc.record({
      events: fc.array(drawnEvent, { maxLength: 6 }),
      end: lineEnd,
      cuts: fc.array(fc.nat(400), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(drawn, ({ events, end, cuts }) => {
        const whole = events
          .flatMap(linesOf)
          .map((line) => line + end)
          .join('');
        const places = [0, ...cuts.filter((place) => place < whole.length), whole.length].sort(
          (one, other) => one - other,
        );
        const pieces = places.map((place, index) => whole.slice(place, places[index + 1]));
        const expected = events
          .filter(({ data }) => data.length > 0)
          .map(({ name, data }) => ({ event: name ?? 'message', data: data.join('\n') }));
        expect(readAll(pieces)).toEqual(expected);
      }),
    );
  });

  it('gives an event as soon as its empty line has arrived', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const read = createEventReader();
      expect(read(`event: next${end}data: 1${end}`)).toEqual([]);
      expect(read(end)).toEqual([{ event: 'next', data: '1' }]);
    }
  });

  it('does not give an event that is not complete', () => {
    expect(readAll(['data: 1\n\ndata: 2\n'])).toEqual([{ event: 'message', data: '1' }]);
  });
});
