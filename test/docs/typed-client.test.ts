import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serve } from '../examples/serve.js';
import { installInEmptyFolder, noProject } from '../package/install.js';
import { ownNode } from '../package/node.js';
import { compiler } from '../rig/command.js';
import { openFolder } from '../rig/open.js';
import { codeBlocks, read } from './markdown.js';

const blocks = codeBlocks(read('README.md')).filter(({ heading }) => heading === 'A typed client');
const texts = (language: string): readonly string[] =>
  blocks.filter((block) => block.language === language).map(({ text }) => text);
const [tsconfig = ''] = texts('json');
const [preparation = '', commands = ''] = texts('sh');
const [program = ''] = texts('ts');
const [output = ''] = texts('text');
const [init = '', install = ''] = preparation.trim().split('\n');

/**
 * The packages of the README's command beside the façade's own, which is packed and installed as
 * npm would publish it.
 */
const [, , clone, ...others] = install.split(' ');
const installed = installInEmptyFolder(ownNode, others);
const skipped = typeof installed === 'string' ? ` (SKIPPED: ${installed})` : '';
const project = typeof installed === 'string' ? noProject : installed;

afterAll(() => project.remove());

describe('the typed client of the README', () => {
  it('begins with a manifest of ES modules', () => {
    const folder = openFolder();
    execFileSync('sh', ['-c', init], { cwd: folder, stdio: 'ignore' });
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ type: 'module' });
    expect(manifest).not.toHaveProperty('overrides');
  });
});

describe.skipIf(skipped !== '')(`the typed client of the README, installed${skipped}`, () => {
  it('is installed by the command of the README, with --engine-strict and no overrides', () => {
    expect(install).toMatch(/^npm install /);
    expect(clone).toBe('../partner-graphql');
    expect(JSON.parse(project.run('npm', 'ls', '--all', '--json'))).not.toHaveProperty('problems');
  });

  it('generates, compiles, runs, and prints what the README shows', async () => {
    const { url } = await serve();
    mkdirSync(join(project.folder, 'src'));
    writeFileSync(join(project.folder, 'tsconfig.json'), tsconfig);
    const write = (text: string, file = 'main.ts'): void =>
      writeFileSync(
        join(project.folder, 'src', file),
        text.replace('http://127.0.0.1:4000/graphql', url),
      );
    write(program);
    expect((await project.runAside('sh', '-c', commands)).endsWith(output)).toBe(true);

    const check = 'npx gql.tada check';
    expect(commands).toContain(`${check} && npx tsc`);
    expect(program).not.toMatch(/\?\.|!\./);
    const withoutLoop = (text: string): string => text.replace(/^for .*$/m, '');
    write(withoutLoop(program).replace('name status', 'name state'), 'misspelt.ts');
    const closed = 'screen.state, (screen.status satisfies "ONLINE" | "OFFLINE")';
    write(program.replace('screen.status', closed), 'closed.ts');
    const description = program.replace('name status', 'description');
    write(description.replace(/screen\.name.*\)/, 'screen.description.length)'), 'nullable.ts');
    // That of TypeScript 7, which finds the same, takes a fifth of the time.
    const typed = project.runAside(process.execPath, compiler);
    await expect(typed).rejects.toThrow("Property 'state' does not exist");
    await expect(typed).rejects.toThrow('"UNRECOGNIZED"');
    await expect(typed).rejects.toThrow("'screen.description' is possibly 'null'");
    await expect(typed).rejects.not.toThrow('misspelt.ts');
    const checked = project.runAside('sh', '-c', check);
    await expect(checked).rejects.toThrow('Cannot query field "state" on type "Screen"');

    write(program.replace('everything', 'playlists-only'));
    await expect(project.runAside('npx', 'tsx', 'src/main.ts')).rejects.toThrow(
      /FORBIDDEN[^]*screens:read/,
    );
  }, 240_000);
});
