/** The encodings that a byte order mark names (Unicode, "Byte Order Mark"), by its first byte. */
const encodings: ReadonlyMap<number | undefined, string> = new Map([
  [0xff, 'utf-16le'],
  [0xfe, 'utf-16be'],
]);

/**
 * The text of a file. It is UTF-8 where no byte order mark says otherwise; the mark is no part of
 * the text. Editors and shells of Windows write one.
 */
export const decodeText = (bytes: Uint8Array): string =>
  // No text in UTF-8 has one of these two bytes.
  new TextDecoder(encodings.get(bytes[0])).decode(bytes);

/** A byte order mark is no part of JSON, and a parser may ignore it (RFC 8259, 8.1). */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
