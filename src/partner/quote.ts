/** Characters of a value that a message repeats. */
const maxQuoteLength = 200;

/** A value as a message repeats it: as JSON, cut to `length` characters. */
export const quote = (value: string, length = maxQuoteLength): string => JSON.stringify(cut(value, length));

/** The first `length` characters of a text, with an ellipsis where there are more. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Characters of a message. The words of graphql-js around several values are far fewer. */
const maxMessageLength = 2000;

/** Text between quotes; a quote inside has a backslash before it. */
const quoted = /"(?:[^"\\]|\\.)*"/gs;

/** A message that repeats only the beginning of each long value. */
export function shortenMessage(message: string): string {
  if (message.length <= maxQuoteLength) return message;
  const text = message.replace(quoted, (value) =>
    value.length <= maxQuoteLength + 2 ? value : `${cut(value.slice(0, -1), maxQuoteLength)}"`,
  );
  return cut(text, maxMessageLength);
}
