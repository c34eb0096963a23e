/**
 * Undefined where the text is not JSON. The parser's own message would show the text, so it is left
 * out.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
