/** Characters of a value that a message repeats. */
export const maxQuoteLength = 200;

/** A value as a message repeats it: as JSON, cut to `length` characters. */
export const quote = (value: string, length = maxQuoteLength): string => JSON.stringify(cut(value, length));

/** The first `length` characters of a text, with an ellipsis where there are more. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
