import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHold, scrub, scrubPath } from '../../src/partner/scrub.js';
import { growsFasterThanLinear, processorTime } from '../rig/growth.js';

/** Visible ASCII without blanks: what a bearer credential may hold. */
const credential = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 40,
});

/** The same text with some characters escaped as JSON allows. */
const escaped = (text: string, flags: readonly number[]): string =>
  [...text]
    .map((character, index) => {
      const flag = flags[index % Math.max(1, flags.length)] ?? 0;
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      if (flag === 1) return `\\u${code}`;
      if (flag === 2) return `\\u${code.toUpperCase()}`;
      if (flag === 3 && /["\\/]/.test(character)) return `\\${character}`;
      return JSON.stringify(character).slice(1, -1);
    })
    .join('');

const around = fc.string({ maxLength: 20 });
const seed = 20_261_120;

describe('the credential in a text of the upstream', () => {
  it.each([
    ['once', 'a my-credential b', 'a [credential] b'],
    ['several times', 'my-credentialmy-credential', '[credential][credential]'],
    ['with a slash escaped', String.raw`my\u002dcredential`, '[credential]'],
    ['nowhere', 'my-credentia1', 'my-credentia1'],
  ])('that holds it %s', (_how, text, expected) => {
    expect(scrub(text, 'my-credential')).toBe(expected);
  });

  it('is taken out however JSON writes it: no decoded string holds it', () => {
    const property = fc.property(
      credential,
      around,
      around,
      fc.array(fc.nat(3), { maxLength: 6 }),
      (secret, before, after, flags) => {
        const body = `{"error":{"message":"${escaped(before + secret + after, flags)}"}}`;
        const text = scrub(body, secret);
        expect(text).not.toContain(secret);
        const { error } = JSON.parse(text) as { error: { message: string } };
        // A credential may overlap the text around it, so only its absence is certain.
        expect(error.message).not.toContain(secret);
      },
    );
    fc.assert(property, { seed, numRuns: 500 });
  });

  it('is not in bytes that cannot hold it', () => {
    const parts = fc.array(
      fc.oneof(fc.constant('secret'), around, fc.constantFrom('é', '\\', '\\u0061')),
    );
    const property = fc.property(credential, parts, fc.array(fc.nat(3)), (secret, texts, flags) => {
      const text = texts
        .map((each) => (each === 'secret' ? escaped(secret, flags) : each))
        .join('');
      if (!mayHold(Buffer.from(text), secret)) expect(scrub(text, secret)).toBe(text);
      expect(mayHold(Buffer.from(`é${secret}`), secret)).toBe(true);
    });
    fc.assert(property, { seed, numRuns: 500 });
    expect(mayHold(Buffer.from('a text without it'), 'my-credential')).toBe(false);
  });

  const odd = ['ends-with-a\\', '"begins-with-a-quote', 'holds-"both"-\\-of-them'];
  it.each(odd)('%s, which JSON must escape, is taken out with its escapes', (secret) => {
    const body = JSON.stringify({ error: { message: `<${secret}>` } });
    expect(JSON.parse(scrub(body, secret))).toEqual({ error: { message: '<[credential]>' } });
  });

  it('leaves every other text alone', () => {
    const property = fc.property(credential, fc.jsonValue(), (secret, value) => {
      const body = JSON.stringify({ data: value });
      fc.pre(!JSON.stringify(value).includes(secret) && !body.includes(secret));
      expect(scrub(body, secret)).toBe(body);
    });
    fc.assert(property, { seed, numRuns: 500 });
  });

  it('a credential of fewer than 8 characters is no secret, and would tear words apart', () => {
    expect(scrub('a data b', 'data')).toBe('a data b');
  });

  it('one of 8 KiB takes time that is linear in the length of the body', () => {
    const secret = 'ab'.repeat(4096);
    const masked = String.raw`\u0061b`;
    expect(scrub(`${masked.repeat(5000)} end`, secret)).not.toContain(masked.repeat(4096));
    // Shorter bodies cannot hold it, and are not searched.
    const body = (size: number): string => masked.repeat((size * 32) / masked.length);
    expect(growsFasterThanLinear((size) => scrub(body(size), secret))).toBe(false);
  });

  it.each([
    ['as PHP writes it', String.raw`\/`, 'my-credential'],
    ['as PHP writes it, with a credential that holds one', String.raw`\/`, 'my/credential'],
    ['of codes', String.raw`\u0061`, 'my-credential'],
  ])(
    'a body full of escapes %s costs a few times what parsing it costs',
    (_how, escape, secret) => {
      const body = `{"data":"${escape.repeat(2 ** 20)}"}`;
      const parsing = processorTime(() => JSON.parse(body));
      expect(processorTime(() => scrub(body, secret)) / parsing).toBeLessThan(8);
    },
  );

  it('bytes with the escapes of PHP need not become a text where none can be part of the credential', () => {
    const bytes = Buffer.from(String.raw`{"url":"https:\/\/cdn.example.com\/a","note":"\"b\"\n"}`);
    expect(mayHold(bytes, 'my-credential')).toBe(false);
    expect(mayHold(bytes, 'my/credential')).toBe(true);
  });

  it('the beginnings of one that come before it do not hide it', () => {
    const property = fc.property(
      fc
        .array(fc.constantFrom('a', 'b', '/'), { minLength: 8, maxLength: 12 })
        .map((parts) => parts.join('')),
      fc.array(
        fc.constantFrom(
          'a',
          'b',
          String.raw`\/`,
          String.raw`\u0061`,
          String.raw`\u0062`,
          String.raw`\n`,
        ),
        {
          maxLength: 200,
        },
      ),
      fc.nat(200),
      fc.array(fc.nat(3), { maxLength: 6 }),
      (secret, texts, place, flags) => {
        const parts = [...texts.slice(0, place), escaped(secret, flags), ...texts.slice(place)];
        const decode = (text: string): string => JSON.parse(`"${text}"`) as string;
        expect(decode(parts.join(''))).toContain(secret);
        expect(decode(scrub(parts.join(''), secret))).not.toContain(secret);
      },
    );
    fc.assert(property, { seed, numRuns: 1000 });
  });

  it('G9: is removed from a path into which a client has written it', () => {
    const secret = 'to/ken+with=signs';
    expect(scrubPath(`/api/partner/v1/screens/${encodeURIComponent(secret)}`, secret)).toBe(
      '/api/partner/v1/screens/[credential]',
    );
  });
});
