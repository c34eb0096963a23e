import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/fleet/seal.js';

const scope = 'https://partner.example';
const secret = 'a secret of the fleet that is long enough';
const seal = createSeal(secret, scope);

const text = fc.string({ unit: 'binary', maxLength: 300 });
const place = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('a seal', () => {
  it('opens what it has closed for a place', () => {
    fc.assert(
      fc.property(text, place, (value, at) => {
        expect(seal.open(seal.close(value, at), at)).toBe(Buffer.from(value).toString());
      }),
    );
  });

  it('opens it in another process of the same fleet', () => {
    const other = createSeal(secret, scope);
    expect(other.open(seal.close('value', 'here'), 'here')).toBe('value');
    expect(other.keyOf('name')).toBe(seal.keyOf('name'));
    expect(other.inner).toBe(seal.inner);
  });

  it('opens nothing with a bit changed, wherever', () => {
    const sealed = Buffer.from(seal.close('a value of some length', 'here'), 'base64');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(seal.open(changed.toString('base64'), 'here')).toBeUndefined();
    }
  });

  it('opens nothing that is cut or longer', () => {
    const sealed = Buffer.from(seal.close('value', 'here'), 'base64');
    for (let length = 0; length < sealed.length; length += 1)
      expect(seal.open(sealed.subarray(0, length).toString('base64'), 'here')).toBeUndefined();
    expect(seal.open(Buffer.concat([sealed, Buffer.from([0])]).toString('base64'), 'here')).toBeUndefined();
  });

  it('opens nothing in another place', () => {
    fc.assert(
      fc.property(text, place, place, (value, here, there) => {
        fc.pre(!Buffer.from(here).equals(Buffer.from(there)));
        expect(seal.open(seal.close(value, here), there)).toBeUndefined();
      }),
    );
  });

  it('opens nothing of another secret or another upstream, and shares no key with them', () => {
    for (const other of [createSeal(`${secret}!`, scope), createSeal(secret, `${scope}/v2`)]) {
      expect(other.open(seal.close('value', 'here'), 'here')).toBeUndefined();
      expect(other.keyOf('name')).not.toBe(seal.keyOf('name'));
      expect(other.inner).not.toBe(seal.inner);
    }
  });

  it('opens nothing that anybody else has written, and does not throw', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.base64String({ maxLength: 300 })), (foreign) => {
        expect(seal.open(foreign, 'here')).toBeUndefined();
      }),
    );
  });

  it('closes the same value differently each time, and shows none of it', () => {
    const value = 'Bearer demo-everything-credential';
    const sealed = Array.from({ length: 100 }, () => seal.close(value, 'here'));
    expect(new Set(sealed).size).toBe(100);
    for (const each of sealed) expect(Buffer.from(each, 'base64').includes(value.slice(0, 8))).toBe(false);
  });

  it('hashes different names to different keys', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(!Buffer.from(one).equals(Buffer.from(other)));
        expect(seal.keyOf(one)).not.toBe(seal.keyOf(other));
      }),
    );
  });
});
