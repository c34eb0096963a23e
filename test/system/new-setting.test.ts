import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeSpans, read, section } from '../docs/markdown.js';
import { copySources, edit, removeCopy, type Server, startCopy, typeErrors } from './new-endpoint/copy.js';
import { type ListUpstream, startListUpstream } from './new-endpoint/upstream.js';

/** The lines of the recipe, by their beginnings. */
const recipe = codeSpans(section(read('docs/contributing.md'), 'Adding a limit or a setting'));
const lineOf = (beginning: string): string => recipe.find((span) => span.startsWith(beginning)) ?? '';
const lines = {
  setting: lineOf('MAX_DEFINITIONS: whole'),
  meaning: lineOf("MAX_DEFINITIONS: '"),
  member: lineOf('readonly MAX_DEFINITIONS'),
  check: lineOf('if (document.definitions'),
};

const below = (line: string, added: string) => (text: string) => text.replace(line, `$&\n${added}`);

const changed = {
  'src/config.ts': below('  MAX_QUERY_ALIASES: whole(0).default(50),', lines.setting),
  'src/command/help.ts': below("  MAX_QUERY_ALIASES: 'most aliases in one operation',", lines.meaning),
  'src/operation/documents/limit.ts': (text: string) =>
    below(
      'export function checkLimits(document: DocumentNode, limits: DocumentLimits): void {',
      lines.check,
    )(below('export interface DocumentLimits {', lines.member)(text)),
};

let copy: string;
let upstream: ListUpstream;
let server: Server;

beforeAll(async () => {
  copy = await copySources();
  await edit(copy, changed);
  upstream = await startListUpstream('screens', []);
  server = await startCopy(copy, upstream.url, { MAX_DEFINITIONS: '2' });
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
  await removeCopy(copy);
});

async function query(text: string): Promise<unknown> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer credential' },
    body: JSON.stringify({ query: text, operationName: 'A' }),
  });
  return response.json();
}

describe('a setting of the recipe', () => {
  it('costs the four lines, which pass the type check', () => {
    for (const line of Object.values(lines)) expect(line).not.toBe('');
    // They import the settings.
    for (const file of ['src/command/help.ts', 'src/operation/documents/limit.ts'])
      expect(typeErrors(copy, file)).toEqual([]);
  });

  it('bounds what it is about', async () => {
    const operation = (name: string): string => `query ${name} { screens { totalCount } }`;
    expect(await query(operation('A') + operation('B'))).toMatchObject({
      data: { screens: { totalCount: 0 } },
    });
    expect(await query(operation('A') + operation('B') + operation('C'))).toMatchObject({
      errors: [
        {
          message: 'The operation has more definitions; at most 2 are allowed (MAX_DEFINITIONS).',
          extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
        },
      ],
    });
  });
});
