/** Characters of a value that a message repeats. */
const maxQuote = 200;

/** Characters of a whole message; the words of graphql-js around several values are far fewer. */
const maxMessage = 2000;

/** Text between quotes; a quote inside has a backslash before it. */
const quoted = /"(?:[^"\\]|\\.)*"/gs;

/** A value as a message repeats it, as JSON. */
export const quote = (value: string, length = maxQuote): string => JSON.stringify(cut(value, length));

/** A message with no more than the beginning of each long value that it repeats. */
export function shortened(message: string): string {
  if (message.length <= maxQuote) return message;
  const text = message.replace(quoted, (value) =>
    value.length <= maxQuote + 2 ? value : `${cut(value.slice(0, -1), maxQuote)}"`,
  );
  return cut(text, maxMessage);
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
