/** Characters. A shorter credential is no secret, and likely to occur in a text by chance. */
const minSecretLength = 8;

/**
 * Removes the credential from a text: as it is, or with any of its characters escaped as JSON allows, which many
 * encoders do to `/`, `+`, `<` or `&`. An upstream that echoes the credential must not carry it to the client or a log
 * (runtime interface, "The request's credential").
 */
export function scrub(text: string, credential: string): string {
  if (credential.length < minSecretLength) return text;
  const hasEscapes = text.includes('\\');
  // A credential with a quote or a backslash may begin or end inside an escape, so only `scrubEscaped` can find it.
  const isPlain = !hasEscapes || !/["\\]/.test(credential);
  // Up to six characters V8 goes from one occurrence of the first character to the next; where that is rare in JSON, it
  // takes a tenth of the time of searching for the whole.
  const mayBePlain = isPlain && text.includes(rarePart(credential));
  const plain = mayBePlain && text.includes(credential) ? text.replaceAll(credential, hidden) : text;
  if (!hasEscapes || !unescaped(plain).includes(credential)) return plain;
  return scrubEscaped(plain, credential);
}

/** False for the UTF-8 bytes of a text from which there is nothing to remove; true where only the text can show it. */
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
const escapePattern = String.raw`\\(?:u00([2-7][0-9a-f])|(["\\/]))`;
const anyEscape = new RegExp(escapePattern, 'gi');
const nextEscape = new RegExp(escapePattern, 'iy');

const meaningOf = (code: string | undefined, itself: string | undefined): string =>
  code === undefined ? (itself ?? '') : String.fromCharCode(Number.parseInt(code, 16));

const unescaped = (text: string): string =>
  text.replace(anyEscape, (_escape, code: string | undefined, itself: string | undefined) =>
    meaningOf(code, itself),
  );

/** Searches by hand: a pattern with 8 KiB of alternatives is too large for a regular expression. */
function scrubEscaped(text: string, credential: string): string {
  let scrubbed = '';
  for (let start = 0; start < text.length;) {
    const end = endOfMatch(text, start, credential);
    scrubbed += end === undefined ? text.charAt(start) : hidden;
    start = end ?? start + 1;
  }
  return scrubbed;
}

/** The end of a credential that begins at `start`, or undefined. */
function endOfMatch(text: string, start: number, credential: string): number | undefined {
  let place = start;
  for (const character of credential) {
    nextEscape.lastIndex = place;
    const [whole, code, itself] = text.charAt(place) === '\\' ? (nextEscape.exec(text) ?? []) : [];
    if (whole !== undefined && meaningOf(code, itself) === character) place += whole.length;
    else if (text.charAt(place) === character) place += 1;
    else return undefined;
  }
  return place;
}

/** Removes the credential from a path: a client may have sent it as an id. */
export const scrubPath = (path: string, credential: string): string =>
  scrub(scrub(path, credential), encodeURIComponent(credential));
