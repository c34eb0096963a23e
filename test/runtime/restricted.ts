import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

const program = `
  import { createFacade } from './dist/facade.js';
  const [url, credential, times] = process.argv.slice(1);
  const settings = { GRAPHIQL: 'false', LOG_LEVEL: 'silent' };
  const facade = createFacade({ partnerApiUrl: url, fetch, settings });
  const kinds = [];
  for (let time = 0; time < Number(times); time += 1) {
    const answer = await facade.fetch(new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + credential },
      body: JSON.stringify({ query: '{ organization { id } screens { nodes { name status } } }' }),
    }));
    const { data, errors } = await answer.json();
    kinds.push(errors ? errors[0].message : data ? 'data' : 'nothing');
  }
  process.stdout.write(JSON.stringify(kinds));
`;

/**
 * Runs an operation several times in a process that forbids code from strings, as workers do.
 *
 * @returns `data` for each answer that has it, else the message of its first error
 */
export async function runRestricted(url: string, credential: string, times: number): Promise<unknown> {
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program];
  const args = [...flags, url, credential, String(times)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 120_000 });
  return JSON.parse(stdout);
}
