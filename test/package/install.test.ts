import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { installInEmptyFolder, type Project } from './install.js';
import { root } from './pack.js';

const installed = installInEmptyFolder();
const project: Project = typeof installed === 'string' ? { folder: '', remove: () => undefined } : installed;
const skipped = typeof installed === 'string' ? ` (SKIPPED: ${installed})` : '';

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, [...args], { cwd: project.folder, encoding: 'utf8', stdio: 'pipe' });

/** What the compiler says of a file of the project. */
function compile(file: string, options: object): string {
  const compilerOptions = { strict: true, noEmit: true, module: 'NodeNext', target: 'ES2022', types: [] };
  const settings = { compilerOptions: { ...compilerOptions, ...options }, files: [file] };
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler], { cwd: project.folder, encoding: 'utf8' }).stdout;
}

afterAll(() => project.remove());

describe.skipIf(skipped !== '')(`the package, installed in an empty folder${skipped}`, () => {
  it('starts by `npx partner-graphql` beside the simulator, answers, and ends with SIGTERM', async () => {
    const command = join(project.folder, 'node_modules/.bin/partner-graphql');
    const env = { PATH: process.env['PATH'], PORT: '0', DASHBOARD: 'false' };
    const child = spawn(command, [], { cwd: project.folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let written = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The façade did not start: ${written}`)));
      child.stdout.on('data', (chunk: Buffer) => {
        written += chunk.toString();
        const found = /"url":"([^"]+)"/.exec(written)?.[1];
        if (found !== undefined && written.includes('everything')) resolve(found);
      });
    });
    const credential = /demo-everything-credential/.exec(written)?.[0] ?? '';
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
      body: JSON.stringify({ query: '{ organization { id } screens { totalCount } }' }),
    });
    expect(await answer.json()).toMatchObject({
      data: { organization: { id: 'org_nordlicht' }, screens: { totalCount: expect.any(Number) as number } },
    });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('tells its help and its version by npx', () => {
    expect(run('npx', '--no-install', 'partner-graphql', '--help')).toContain('MAX_UPSTREAM_REQUESTS');
    expect(run('npx', '--no-install', 'partner-graphql', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('gives typed imports of the façade and of its client', () => {
    writeFileSync(
      join(project.folder, 'program.ts'),
      `import { createFacade, type Facade, type FacadeOptions } from 'partner-graphql';
       import { type ErrorCode, hasCode, walk } from 'partner-graphql/client';
       const options: FacadeOptions = { partnerApiUrl: 'https://signage.example.com' };
       const facade: Facade = createFacade(options);
       const answer: Promise<Response> = facade.fetch(new Request('https://facade.example.com/graphql'));
       const code: ErrorCode = 'NOT_FOUND';
       // @ts-expect-error: there is no such option
       createFacade({ partnerApi: 'https://signage.example.com' });
       export { answer, code, hasCode, walk };`,
    );
    writeFileSync(
      join(project.folder, 'client.ts'),
      `export { hasCode, keylessTypes, partnerErrors, possibleTypes, scalars, walk } from 'partner-graphql/client';`,
    );
    // A typed client needs no types but the kit's own, so that every declaration of it is checked.
    expect(compile('client.ts', { lib: ['ES2022'], skipLibCheck: false })).toBe('');
    expect(compile('program.ts', { lib: ['ES2022', 'DOM'], skipLibCheck: true })).toBe('');
  });

  it('gives the schema to generators of code', () => {
    const source = `import { readFileSync } from 'node:fs';
      const path = new URL(import.meta.resolve('partner-graphql/schema.graphql'));
      process.stdout.write(readFileSync(path, 'utf8'));`;
    expect(run(process.execPath, '--input-type=module', '--eval', source)).toContain(
      'type Screen implements',
    );
  });

  it('puts no credential, no path of this machine and no test into the project', () => {
    const listed = run('npm', 'ls', '--all', '--json');
    expect(listed).not.toContain('vitest');
    expect(listed).not.toContain(`${root}src`);
  });
});
