/** Gives a text as a label value, or `(other)` where it must not have one of its own. */
export type Label = (text: string, mayLearn?: boolean) => string;

/**
 * Keeps a set of label values bounded: the first `most` different texts are themselves, whatever comes later is
 * `(other)`. Nothing that a client or the upstream invents can make the metrics grow without end (fault catalogue,
 * F21). No GraphQL name holds parentheses, so the two cannot be taken for each other.
 */
export function createLabels(most: number, longest: number): Label {
  const known = new Set<string>();
  return (text, mayLearn = true) => {
    if (known.has(text)) return text;
    if (!mayLearn || known.size >= most || text.length > longest) return '(other)';
    known.add(text);
    return text;
  };
}
