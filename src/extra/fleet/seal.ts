import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SharedKind } from '../../shared/shared-state.js';

/** Turns names into keys, and values into what nobody else can read. */
export type Seal = ReturnType<typeof createSeal>;

/**
 * @param scope {base_url}: fleets of two upstreams share nothing, even with the same secret and
 *   store
 */
export function createSeal(secret: string, scope: string) {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `partner-graphql 1 ${purpose} ${scope}`, 32));
  const nameKey = derive('name');
  const valueKey = derive('value');
  return {
    keyOf(kind: SharedKind | 'channel', name: string): string {
      const hashed = createHmac('sha256', nameKey).update(`${kind} ${name}`).digest('base64url');
      return `partner-graphql:${kind}:${hashed}`;
    },
    /** Encrypts a text. @param place where it will be; it opens nowhere else */
    close: (text: string, place: string): string => encrypt(valueKey, text, place),
    /** The text; undefined for anything that was not closed for that place with the same secret. */
    open: (sealed: string, place: string): string | undefined => decrypt(valueKey, sealed, place),
    /**
     * A secret for keyed hashes that never leave the process, the same in each process of the
     * fleet.
     */
    inner: derive('inner').toString('hex'),
  };
}

const algorithm = 'aes-256-gcm';
const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

// A sealed text is its salt, IV, tag and encrypted bytes, one after the other.
const ivAt = saltBytes;
const tagAt = ivAt + ivBytes;
const textAt = tagAt + tagBytes;

function encrypt(valueKey: Buffer, text: string, place: string): string {
  const salt = randomBytes(saltBytes);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyFor(valueKey, salt), iv);
  cipher.setAAD(Buffer.from(place));
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([salt, iv, cipher.getAuthTag(), ...body]).toString('base64');
}

function decrypt(valueKey: Buffer, sealed: string, place: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < textAt) return undefined;
  const key = keyFor(valueKey, bytes.subarray(0, ivAt));
  const iv = bytes.subarray(ivAt, tagAt);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(tagAt, textAt));
  try {
    const text = [decipher.update(bytes.subarray(textAt)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * A key for each value: random IVs of one key must not come to a few thousand millions (NIST SP
 * 800-38D, 8.3).
 */
const keyFor = (valueKey: Buffer, salt: Buffer): Buffer =>
  createHmac('sha256', valueKey).update(salt).digest();
