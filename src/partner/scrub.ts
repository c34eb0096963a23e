/** Characters. A shorter credential is no secret, and likely to occur in a text by chance. */
const minSecretLength = 8;

/**
 * Removes the credential from a text: as it is, or with any of its characters escaped as JSON allows, which many
 * encoders do to `/`, `+`, `<` or `&`. An upstream that echoes the credential must not carry it to the client or a log
 * (runtime interface, "The request's credential").
 */
export function scrub(text: string, credential: string): string {
  if (credential.length < minSecretLength) return text;
  if (!text.includes('\\')) return text.replaceAll(credential, hidden);
  const unmasked = text.replace(anyEscape, usualForm);
  const clean = unmasked.replaceAll(JSON.stringify(credential).slice(1, -1), hidden);
  // Also as it is: not every text with a backslash is JSON.
  return (clean === unmasked ? text : clean).replaceAll(credential, hidden);
}

/**
 * False for the UTF-8 bytes of a text from which there is nothing to remove; true where only the text can show it. Up to six
 * characters V8 goes from one occurrence of the first character to the next; where that is rare in JSON, it takes a tenth of
 * the time of searching for the whole.
 */
export const mayHold = (bytes: Buffer, credential: string): boolean =>
  credential.length >= minSecretLength &&
  (bytes.includes(backslash) ||
    (bytes.includes(rarePart(credential), 0, 'latin1') && bytes.includes(credential, 0, 'latin1')));

const backslash = 0x5c;

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

/** The escapes of a visible ASCII character. */
const anyEscape = /\\(?:u00([2-7][0-9a-f])|(["\\/]))/gi;

/** A character as JSON.stringify writes it: of the visible ones, only a quote and a backslash need an escape. */
function usualForm(_escape: string, code: string | undefined, itself: string): string {
  const character = code === undefined ? itself : String.fromCharCode(Number.parseInt(code, 16));
  return character === '"' || character === '\\' ? `\\${character}` : character;
}

/** Removes the credential from a path: a client may have sent it as an id. */
export const scrubPath = (path: string, credential: string): string =>
  scrub(scrub(path, credential), encodeURIComponent(credential));
