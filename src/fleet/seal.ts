import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

/** Turns names into keys, and values into what nobody else can read. */
export type Seal = ReturnType<typeof createSeal>;

/**
 * @param secret FLEET_SECRET, or one of its two
 * @param scope {base_url} of the Partner API: fleets of two upstreams share nothing, even with the same secret and store
 */
export function createSeal(secret: string, scope: string) {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `partner-graphql 1 ${purpose} ${scope}`, 32));
  const [nameKey, valueKey] = [derive('name'), derive('value')];
  // A key for each value: random IVs of one key must not come to a few thousand millions (NIST SP 800-38D, 8.3).
  const keyFor = (salt: Buffer): Buffer => createHmac('sha256', valueKey).update(salt).digest();
  return {
    /** A keyed hash of a name. */
    keyOf: (name: string): string => createHmac('sha256', nameKey).update(name).digest('base64url'),
    /** Encrypts a text. @param place where it will be; it opens nowhere else */
    close(text: string, place: string): string {
      const head = randomBytes(saltBytes + ivBytes);
      const cipher = createCipheriv(algorithm, keyFor(head.subarray(0, saltBytes)), head.subarray(saltBytes));
      cipher.setAAD(Buffer.from(place));
      const body = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([head, cipher.getAuthTag(), ...body]).toString('base64');
    },
    /** The text; undefined for anything that was not closed for that place with the same secret. */
    open: (sealed: string, place: string): string | undefined =>
      open(Buffer.from(sealed, 'base64'), place, keyFor),
    /** A secret for keyed hashes that never leave the process, the same in each process of the fleet. */
    inner: derive('inner').toString('hex'),
  };
}

function open(bytes: Buffer, place: string, keyFor: (salt: Buffer) => Buffer): string | undefined {
  const textAt = saltBytes + ivBytes + tagBytes;
  if (bytes.length < textAt) return undefined;
  const iv = bytes.subarray(saltBytes, saltBytes + ivBytes);
  const decipher = createDecipheriv(algorithm, keyFor(bytes.subarray(0, saltBytes)), iv, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(saltBytes + ivBytes, textAt));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
