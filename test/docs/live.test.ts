import { describe, expect, it } from 'vitest';
import { connectSocket } from '../system/http-client.js';
import { normalize, requestOf } from './example.js';
import { type CodeBlock, codeBlocks, read } from './markdown.js';

/** The command of docs/live.md. */
function findCommand(): CodeBlock {
  const command = codeBlocks(read('docs/live.md')).find(({ text }) => text.startsWith('curl -sN '));
  if (command === undefined) throw new Error('The page has no command.');
  return command;
}

/** The text of a stream up to the end of its first event. */
async function readFirst(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^data: .*\n\n/m.test(text)) break;
  }
  return text.trim();
}

/** The lines, the JSON of `data` without what differs from run to run. */
const linesOf = (text: string): readonly unknown[] =>
  text.split('\n').map((line) => (line.startsWith('data: ') ? normalize(JSON.parse(line.slice(6))) : line));

describe('docs/live.md', () => {
  it('shows what its command prints', async () => {
    const { url } = await connectSocket();
    const command = findCommand();
    const response = await fetch(`${url}/graphql`, { method: 'POST', ...requestOf(command) });
    expect(response.status).toBe(200);
    expect(linesOf(await readFirst(response))).toEqual(linesOf((command.next?.text ?? '').trim()));
  });
});
