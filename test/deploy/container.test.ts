import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingDefaults } from '../../src/config.js';
import { manifest, read, root } from '../docs/markdown.js';
import { closePort, openPort } from '../rig/port.js';

const { head, stages } = readDockerfile(read('Dockerfile'));
const last = stages.at(-1);
const only = (name: string): string => {
  const found = last?.instructions.filter((instruction) => instruction.name === name) ?? [];
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
};

/** Whether a line of .dockerignore leaves out a path; a star matches one name. */
const covers = (line: string, path: string): boolean =>
  line !== '' &&
  new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}/`).test(`${path}/`);

describe('the Dockerfile', () => {
  it('builds in stages from one image of the newest LTS, which an argument can replace', () => {
    expect(head.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'ARG NODE_IMAGE=node:24-slim',
    ]);
    expect(stages.map(({ name }) => name)).toEqual(['build', 'packages', 'runtime', undefined]);
    const node = '${NODE_IMAGE}';
    expect(stages.map(({ image }) => image)).toEqual([node, node, node, 'scratch']);
  });

  it('copies from earlier stages, and from the folder only what exists', () => {
    stages.forEach(({ instructions }, index) => {
      const above = stages.slice(0, index).map(({ name }) => name);
      for (const { from, text } of instructions.filter(({ name }) => name === 'COPY')) {
        const sources = text.split(' ').slice(0, -1);
        if (from !== undefined) expect(above).toContain(from);
        else for (const source of sources) expect(existsSync(join(root, source))).toBe(true);
      }
    });
  });

  it('leaves what only builds or tests behind: the last stage has Node.js, run-time packages and dist, and runs nothing', () => {
    const packages = stages.find(({ name }) => name === 'packages')?.instructions ?? [];
    expect(packages.filter(({ name }) => name === 'RUN').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^npm ci --no-audit --omit=dev --ignore-scripts && find node_modules .* -delete$/,
      ),
    ]);
    expect(last?.instructions.some(({ name }) => name === 'RUN')).toBe(false);
    const copied = last?.instructions.filter(({ name }) => name === 'COPY').map(({ text }) => text);
    expect(copied).toEqual([
      '/runtime /',
      '/app/node_modules ./node_modules',
      '/app/dist ./dist',
      'package.json schema.graphql schema.strict.graphql LICENSE README.md ./',
    ]);
  });

  it('runs as a numbered user that is not root, as node itself, with settings that the façade knows', () => {
    expect(only('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(execForm(only('ENTRYPOINT'))).toEqual(['node', 'dist/main.js']);
    const { PATH, ...environment } = Object.fromEntries(
      only('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>;
    // Where the stage before the last puts Node.js.
    expect(PATH).toBe('/usr/local/bin');
    expect(environment).toEqual({ NODE_ENV: 'production', HOST: '::', PORT: '4000' });
    for (const name of Object.keys(environment))
      expect(Object.keys(settingDefaults)).toContain(name);
    expect(only('EXPOSE')).toBe(environment['PORT']);
  });

  it('has the labels of OCI, each of which an argument can set, and which fit package.json without one', () => {
    const defaults = new Map(
      last?.instructions
        .filter(({ name }) => name === 'ARG')
        .map(({ text }) => [...text.split('=')] as const as [string, string]),
    );
    const labels = [...only('LABEL').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(
      ([, label = '', value = '']) => [
        label,
        value.replace(/\$\{(\w+)\}/, (_all, name: string) => defaults.get(name) ?? ''),
      ],
    );
    expect(Object.fromEntries(labels)).toEqual({
      title: manifest.name,
      version: 'unversioned',
      revision: 'unknown',
      licenses: manifest.license,
    });
    for (const name of defaults.keys()) expect(only('LABEL')).toContain(`"\${${name}}"`);
  });

  it.each([
    'Dockerfile',
    'deploy/compose.yaml',
    'deploy/kubernetes/facade.yaml',
    'deploy/kubernetes/redis/redis.yaml',
  ])('%s names no architecture', (path) => {
    expect(read(path)).not.toMatch(/amd64|x86|arm64|aarch64|--platform|kubernetes\.io\/arch/i);
  });

  it('is healthy where /health/live answers 200, and unhealthy where it says 503 or nobody answers', async () => {
    const [node, ...args] = execForm(only('HEALTHCHECK'));
    expect(node).toBe('node');
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    const env = { PORT: String(await openPort(server)) };
    onTestFinished(() => closePort(server));
    const check = async (): Promise<unknown> => {
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      return ((await once(child, 'exit')) as unknown[])[0];
    };
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    await closePort(server, () => server.closeAllConnections());
    expect(await check()).toBe(1);
    expect(asked).toEqual(['/health/live', '/health/live']);
  });

  it('sends no secret, no history and nothing that the build makes to the builder', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const each of ['.git', 'node_modules', 'dist', '**/.env', '**/.env.*'])
      expect(ignored).toContain(each);
    // Whatever git ignores is made by a build, and is made again inside.
    const list =
      'ls-files --others --ignored --exclude-standard --directory --no-empty-directory'.split(' ');
    const made = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    for (const path of made)
      expect(
        ignored.some((each) => covers(each, path)) || /\.(?:log|tsbuildinfo)$/.test(path),
      ).toBe(true);
  });
});

interface Instruction {
  readonly name: string;
  /** What follows the name and its flags. */
  readonly text: string;
  /** The stage of `--from`. */
  readonly from: string | undefined;
}

/** A build stage: `FROM` and what follows it. */
interface Stage {
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: Instruction[];
}

/**
 * Reads a Dockerfile into its stages, as far as this project's own one goes: comments, continued
 * lines, flags.
 *
 * @throws Error for a line that is no instruction
 */
function readDockerfile(text: string) {
  const head: Instruction[] = [];
  const stages: Stage[] = [];
  for (const line of linesOf(text)) {
    const instruction = readLine(line);
    if (instruction.name === 'FROM') {
      const [image = '', as, name] = instruction.text.split(/\s+/);
      stages.push({ image, name: as?.toUpperCase() === 'AS' ? name : undefined, instructions: [] });
    } else (stages.at(-1)?.instructions ?? head).push(instruction);
  }
  return { head, stages };
}

/** Comment lines are left out before lines are continued, also in between. */
function linesOf(text: string): string[] {
  const kept = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  return kept
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
}

function readLine(line: string): Instruction {
  const [, name = '', flags = '', text = ''] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.+)$/.exec(line) ?? [];
  if (name === '') throw new Error(`No instruction: ${line}`);
  return { name, text, from: /--from=(\S+)/.exec(flags)?.[1] };
}

/** The words of an exec form, `["node", "dist/main.js"]`; throws for a shell form. */
const execForm = (text: string): readonly string[] =>
  // A JSON list of strings is the exec form's definition.
  JSON.parse(text.replace(/^CMD\s+/, '')) as readonly string[];
