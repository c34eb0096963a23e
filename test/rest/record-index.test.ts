import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfId, hashOfAsciiId, RecordIndex } from '../../src/rest/record-index.js';

const indexOf = (ids: readonly unknown[]) =>
  new RecordIndex({
    length: ids.length,
    hasId: (index, id) => ids[index] === id,
    hashAt(index) {
      const id = ids[index];
      return typeof id === 'string' ? hashOfId(id) : -1;
    },
  });
const find = (index: RecordIndex, id: string) => index.find(id, hashOfId(id));

/** Two letters make equal hashes as often as not: `Aa` and `BB` have one. */
const id = fc.oneof(fc.string(), fc.stringMatching(/^(?:Aa|BB){0,4}$/), fc.constantFrom('', '__proto__'));

describe('an index of ids', () => {
  it('finds the first place of each id, and no other, whatever the hashes', () => {
    expect(hashOfId('Aa')).toBe(hashOfId('BB'));
    const property = fc.property(fc.array(id, { maxLength: 120 }), fc.array(id), (ids, others) => {
      const index = indexOf(ids);
      for (const each of [...ids, ...others]) expect(find(index, each)).toBe(ids.indexOf(each));
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('may have repeats where it has, and has none where no two hashes are equal', () => {
    const property = fc.property(fc.array(id, { maxLength: 120 }), (ids) => {
      const { mayRepeat } = indexOf(ids);
      expect(mayRepeat).toBe(new Set(ids.map(hashOfId)).size < ids.length);
      if (new Set(ids).size < ids.length) expect(mayRepeat).toBe(true);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('passes over what is no id', () => {
    const index = indexOf([undefined, 7, 'a', null, 'a']);
    expect(find(index, 'a')).toBe(2);
    expect(find(index, '7')).toBe(-1);
    expect(find(index, 'undefined')).toBe(-1);
  });

  it('of a hash is a whole number of 30 bits, for any text', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const hash = hashOfId(text);
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 30).toBe(true);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });

  it('is the same from bytes, if they are ASCII alone', () => {
    const property = fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const bytes = Buffer.from(`"${text}"`);
      const isAscii = bytes.length === text.length + 2;
      expect(hashOfAsciiId(bytes, 1, bytes.length - 1)).toBe(isAscii ? hashOfId(text) : undefined);
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 500 });
  });
});
