import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface Authority extends Certificate {
  readonly name: string;
  readonly privateKey: KeyObject;
}

export function createAuthority(name: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension('551d13', sequence(tagged(0x01, Buffer.from([0xff]))));
  const cert = issue({
    name,
    publicKey,
    issuer: name,
    signer: privateKey,
    extensions: isAuthority,
  });
  return { name, privateKey, cert, key: pemOf(privateKey) };
}

/** A certificate of a server at an IPv4 address, signed by an authority or self-signed. */
export function createCertificate(
  { address, notAfter }: { readonly address: string; readonly notAfter?: Date },
  authority?: Authority,
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = `server ${address}`;
  const forAddress = extension(
    '551d11',
    sequence(tagged(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const issuer = authority?.name ?? name;
  const signer = authority?.privateKey ?? privateKey;
  return {
    cert: issue({ name, publicKey, issuer, signer, extensions: forAddress, notAfter }),
    key: pemOf(privateKey),
  };
}

interface Issued {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly extensions: Buffer;
  readonly notAfter?: Date | undefined;
}

const aDay = 86_400_000;

/** RFC 5280, 4.1, with ECDSA over SHA-256. */
function issue({ name, publicKey, issuer, signer, extensions, ...dates }: Issued): string {
  const notAfter = dates.notAfter ?? new Date(Date.now() + aDay);
  const algorithm = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(timeOf(new Date(notAfter.getTime() - 2 * aDay)), timeOf(notAfter)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extensions)),
  );
  const signature = tagged(
    0x03,
    Buffer.concat([Buffer.from([0]), sign('sha256', content, signer)]),
  );
  const base64 = sequence(content, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const extension = (id: string, value: Buffer): Buffer =>
  sequence(tagged(0x06, Buffer.from(id, 'hex')), tagged(0x04, value));

const nameOf = (name: string): Buffer =>
  sequence(
    tagged(
      0x31,
      sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from(name))),
    ),
  );

const timeOf = (date: Date): Buffer =>
  tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\..*/g, '')}Z`));

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));

/** A tag, the length of the content, and the content (DER). */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
