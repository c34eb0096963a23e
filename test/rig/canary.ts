import { marker } from './credential.js';

/** Whether a text contains the marker of a credential: plain, percent-encoded, or in base64. */
export function holdsCanary(text: string): boolean {
  const plain = text.toLowerCase();
  if (plain.includes(marker)) return true;
  if (plain.includes('%') && unescaped(plain).includes(marker)) return true;
  return (text.match(/[\w+/-]{16,}/g) ?? []).some((token) => isEncoded(token));
}

function isEncoded(token: string): boolean {
  const decoded = Buffer.from(token, 'base64').toString('latin1').toLowerCase();
  // Base64 may start at any of four characters of a longer token.
  const shifted = [1, 2, 3].map((shift) =>
    Buffer.from(token.slice(shift), 'base64').toString('latin1').toLowerCase(),
  );
  return [decoded, ...shifted].some((each) => each.includes(marker));
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
