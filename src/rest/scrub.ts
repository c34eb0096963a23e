/** Characters below which a credential is no secret, and too likely to stand in a text by chance. */
const shortestSecret = 8;

/**
 * The text with the credential taken out wherever it stands, as it is or as JSON writes it. An upstream that
 * echoes the credential must not make it reach the client or a log (runtime interface, "The request's credential").
 */
export function scrub(text: string, credential: string): string {
  if (credential.length < shortestSecret) return text;
  const plain = text.includes(credential) ? text.replaceAll(credential, '[credential]') : text;
  if (!/["\\]/.test(credential)) return plain;
  return plain.replaceAll(JSON.stringify(credential).slice(1, -1), '[credential]');
}
