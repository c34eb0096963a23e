/** Characters. A shorter credential is no secret, and likely to occur in a text by chance. */
const minSecretLength = 8;

/**
 * Removes the credential from a text: as it is, or with any of its characters escaped as JSON
 * allows, which many encoders do to `/`, `+`, `<` or `&`. An upstream that echoes the credential
 * must not carry it to the client or a log (docs/security.md, "Credential").
 */
export function scrub(text: string, credential: string): string {
  if (credential.length < minSecretLength) return text;
  const clean = mayHoldEscaped(text, credential) ? hideEscaped(text, credential) : text;
  // Also as it is: not every text with a backslash is JSON.
  return clean.replaceAll(credential, hidden);
}

/**
 * False for the UTF-8 bytes of a text from which there is nothing to remove; true where only the
 * text can show it. Up to six characters V8 goes from one occurrence of the first character to the
 * next; where that is rare in JSON, it takes a tenth of the time of searching for the whole.
 */
export function mayHold(bytes: Buffer, credential: string): boolean {
  if (credential.length < minSecretLength) return false;
  if (bytes.includes(backslash)) {
    const mayEscape = hasShortEscape.test(credential) || bytes.includes(codeEscape);
    if (mayEscape) return true;
  }
  const hasRarePart = bytes.includes(rarePart(credential), 0, 'latin1');
  return hasRarePart && bytes.includes(credential, 0, 'latin1');
}

const backslash = 0x5c;
const quote = 0x22;
const slash = 0x2f;
const zero = 0x30;
const letterU = 0x75;

/** Characters that JSON can write with a backslash before them. PHP writes every `/` like that. */
const hasShortEscape = /["\\/]/;

/** How the escape of a visible ASCII character begins where it is its code. */
const codeEscape = '\\u00';

/** The escapes of visible ASCII characters by their code. */
const visibleCodeEscape = /\\u00[2-7]/;

/**
 * A cheap look: nearly no text with a backslash has one that a character of the credential could be
 * behind.
 */
const mayHoldEscaped = (text: string, credential: string): boolean =>
  text.includes('\\') && (hasShortEscape.test(credential) || visibleCodeEscape.test(text));

const hidden = '[credential]';

/** Characters from the rarest: words, dates and hexadecimal digits have few of the first ones. */
const rareCharacters = [/[A-SU-Y!#$%&*+@^|~]/, /[jkqvwxyz]/, /[hlu]/, /[_-]/, /[g-z]/];

/** Empty where no character is rare. */
function rarePart(credential: string): string {
  // Some characters are left to compare.
  const beginning = credential.slice(0, -3);
  for (const characters of rareCharacters) {
    const place = beginning.search(characters);
    if (place !== -1) return credential.slice(place, place + 6);
  }
  return '';
}

/**
 * Replaces the credential where some of its characters are escaped. The text is decoded character
 * by character, and compared by the algorithm of Knuth, Morris and Pratt: the time is linear,
 * whatever text and credential repeat.
 */
function hideEscaped(text: string, credential: string): string {
  const { length } = credential;
  const first = credential.charCodeAt(0);
  const borders = bordersOf(credential);
  /**
   * Where each of the last characters that may be part of it begins in the text, in a ring of a
   * power of two.
   */
  const starts = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
  const mask = starts.length - 1;
  const parts: string[] = [];
  let copied = 0;
  let matched = 0;
  let count = 0;
  // What comes before the first escape is replaced as it is.
  let at = Math.max(0, text.indexOf('\\') - length);
  while (at < text.length) {
    const begin = at;
    const code = text.charCodeAt(at);
    const character = code === backslash ? escapedCharacter(text, at) : code;
    at += code === backslash ? escapeSize(text, at) : 1;
    if (matched === 0 && character !== first) continue;
    starts[count & mask] = begin;
    count += 1;
    // A quote that is not escaped ends a string, so it is no character of one.
    matched = code === quote ? 0 : extendMatch(credential, borders, matched, character);
    if (matched < length) continue;
    parts.push(text.slice(copied, starts[(count - length) & mask]), hidden);
    copied = at;
    matched = 0;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

/** How many characters of the credential have been seen in a row, one more character later. */
function extendMatch(
  credential: string,
  borders: Uint16Array,
  matched: number,
  character: number,
): number {
  let kept = matched;
  while (kept > 0 && credential.charCodeAt(kept) !== character) kept = borders[kept - 1] ?? 0;
  return credential.charCodeAt(kept) === character ? kept + 1 : 0;
}

/** For each beginning of a text, the length of the longest other beginning that it ends with. */
function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  for (let end = 1; end < text.length; end += 1) {
    borders[end] = extendMatch(text, borders, borders[end - 1] ?? 0, text.charCodeAt(end));
  }
  return borders;
}

/** Characters of the escape at a backslash. */
const escapeSize = (text: string, at: number): number => (isCodeEscape(text, at) ? 6 : 2);

/** The character of an escape; below 0 for one that no credential holds. */
function escapedCharacter(text: string, at: number): number {
  if (isCodeEscape(text, at)) {
    return 16 * hexDigit(text.charCodeAt(at + 4)) + hexDigit(text.charCodeAt(at + 5));
  }
  const code = text.charCodeAt(at + 1);
  return code === quote || code === backslash || code === slash ? code : -1;
}

const isCodeEscape = (text: string, at: number): boolean =>
  text.charCodeAt(at + 1) === letterU &&
  text.charCodeAt(at + 2) === zero &&
  text.charCodeAt(at + 3) === zero;

/** -256 for what is no digit, so that no character of a credential comes of it. */
function hexDigit(code: number): number {
  if (code >= zero && code <= 0x39) return code - zero;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -256;
}

/** Removes the credential from a path: a client may have sent it as an id. */
export const scrubPath = (path: string, credential: string): string =>
  scrub(scrub(path, credential), encodeURIComponent(credential));
