import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// The schema defines the collections, whose types are those of global ids.
import '../../src/graphql/schema.js';
import { decodeNodeId, encodeNodeId } from '../../src/graphql/node.js';
import { PartnerError } from '../../src/partner/error.js';

const types = ['Organization', 'Screen', 'Playlist', 'Media'];

describe('global ids', () => {
  it('A4: any REST id comes back byte for byte, with its type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.string({ unit: 'grapheme' }), (type, id) => {
        expect(decodeNodeId(encodeNodeId(type, id))).toEqual({ type, id });
      }),
    );
  });

  it('hold letters that need no escaping anywhere', () => {
    for (const type of types) expect(encodeNodeId(type, 'ä/?#\u{1f980}~~~')).toMatch(/^[\w-]+$/);
  });
});

describe('wrong use of global ids', () => {
  it('any other text is BAD_USER_INPUT, unless it is the very text that is given out', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })),
        (text) => {
          try {
            const { type, id } = decodeNodeId(text);
            expect(encodeNodeId(type, id)).toBe(text);
          } catch (error) {
            expect(error).toBeInstanceOf(PartnerError);
            expect((error as PartnerError).code).toBe('BAD_USER_INPUT');
          }
        },
      ),
    );
  });

  it('an id that is written in another way is refused: caches would take it for another record', () => {
    const nodeId = encodeNodeId('Screen', 'scr_1');
    for (const other of [`${nodeId}=`, ` ${nodeId}`, `${nodeId}\n`, `${nodeId}A`])
      expect(() => decodeNodeId(other)).toThrow(PartnerError);
  });

  it('the message shows a long text in part', () => {
    expect(() => decodeNodeId('x'.repeat(10_000))).toThrow(/^Unusable nodeId: "x{100}…"/);
  });
});
