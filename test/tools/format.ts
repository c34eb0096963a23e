import { readFileSync } from 'node:fs';
import { type FormatConfig, format } from 'oxfmt';

/** Formats what a command writes, as `npm run format` wants it. */
export async function formatted(path: string, text: string): Promise<string> {
  const config = readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8');
  // Its schema is that of the formatter, which checks it.
  const { code, errors } = await format(path, text, JSON.parse(config) as FormatConfig);
  if (errors.length > 0)
    throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}
