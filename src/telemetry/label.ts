/** Returns a text as a label value, or `(other)` for a text that gets no value of its own. */
export type Label = (text: string, mayAdd?: boolean) => string;

/**
 * Bounds the values of one label: the first `maxValues` different texts keep their own value, later ones become
 * `(other)`. Clients and the upstream can invent names, but not an endless number of series (fault catalogue, F21). No
 * GraphQL name holds parentheses, so none collides with `(other)`.
 *
 * @param maxLength characters of a text with a value of its own
 */
export function createLabel(maxValues: number, maxLength: number): Label {
  const values = new Set<string>();
  return (text, mayAdd = true) => {
    if (values.has(text)) return text;
    if (!mayAdd || values.size >= maxValues || text.length > maxLength) return '(other)';
    values.add(text);
    return text;
  };
}

/** Operation names with a series of their own; with their outcomes they make up half of the text. */
export const createNameLabel = (): Label => createLabel(80, 64);

/** Fields with a drift counter of their own. */
export const createFieldLabel = (): Label => createLabel(50, 160);
