/**
 * Whether the JSON of a value has more characters than that. It ends as soon as it knows, so that
 * it takes as long as the text that is allowed, however large the value is.
 *
 * @param value of a result: plain objects, lists, texts, numbers, booleans and null
 */
export const isLongerThan = (value: unknown, maxLength: number): boolean =>
  countDown(value, maxLength) < 0;

/**
 * @returns what is left of the characters; less than 0 once there are too many. Quotes within texts
 *   are not counted
 */
function countDown(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  if (typeof value !== 'object' || value === null) return left - 1;
  let rest = left - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      rest = countDown(item, rest - 1);
      if (rest < 0) return rest;
    }
    return rest;
  }
  for (const [name, member] of Object.entries(value)) {
    rest = countDown(member, rest - name.length - 4);
    if (rest < 0) return rest;
  }
  return rest;
}
