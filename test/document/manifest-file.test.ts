import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAgent } from '../extra/mcp/agent.js';
import { processCounts, startCommand } from '../rig/command.js';
import { sumOf } from '../rig/metric.js';
import { operationRequest } from '../rig/operation-request.js';
import { everything } from '../system/test-system.js';
import { eventually, startWatchedSystem } from '../extra/telemetry/watched.js';
import { openManifest } from './manifest.js';

const name = (operation: string): string => `query ${operation} { organization { name } }`;

function linkPipe(path: string): void {
  execFileSync('mkfifo', [`${path}.pipe`]);
  symlinkSync(`${path}.pipe`, path);
}

async function startWith(path: string, latencyMs = 0) {
  const settings = { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_MODE: 'only' };
  const system = await startWatchedSystem({ latencyMs }, settings);
  const send = async (documentId: string) => {
    const members = { query: undefined, documentId };
    const request = operationRequest('', { credential: everything, members });
    return (await (await system.facade.fetch(request)).json()) as { data?: object | null };
  };
  const count = (result: string): Promise<number> =>
    sumOf(system.facade, 'trusted_documents_reloads_total', `result="${result}"`);
  return { ...system, send, isServed: async (id: string) => (await send(id)).data != null, count };
}

describe('a manifest that changes', () => {
  it('serves new ids, refuses removed ones, and lets an operation end as it began', async () => {
    const { path, write } = openManifest({ old: name('Old') });
    const { isServed, send, simulator, count } = await startWith(path, 3000);
    const began = send('old');
    await eventually(() => simulator.requests.length).toBe(1);
    write({ fresh: name('Fresh') });
    await eventually(() => count('ok')).toBe(1);
    expect((await began).data).toEqual({ organization: { name: 'Nordlicht Bahn & Retail' } });
    expect(await isServed('old')).toBe(false);
    expect(await isServed('fresh')).toBe(true);
    expect(await count('failed')).toBe(0);
  });

  it('is read within five seconds where a symbolic link above it is swapped, as Kubernetes does', async () => {
    const { folder } = openManifest({});
    for (const id of ['a', 'b']) {
      mkdirSync(join(folder, `..${id}`));
      writeFileSync(join(folder, `..${id}`, 'm.json'), JSON.stringify({ [id]: name(id) }));
    }
    symlinkSync('..a', join(folder, '..data'));
    symlinkSync('..data/m.json', join(folder, 'm.json'));
    const { isServed } = await startWith(join(folder, 'm.json'));
    expect(await isServed('a')).toBe(true);
    symlinkSync('..b', join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    await expect.poll(() => isServed('b')).toBe(true);
    expect(await isServed('a')).toBe(false);
  });

  it.each([
    ['is no JSON', '{', {}, 'a JSON file'],
    ['has no document', {}, {}, 'at least one document'],
    ['has a document with a fault', { bad: '{ nothing }' }, { documentId: 'bad' }, 'nothing'],
    ['has a mutation', { bad: 'mutation M { a }' }, { documentId: 'bad' }, 'cannot'],
  ])('keeps the old set where it %s, logs and counts it', async (_what, content, fields, fault) => {
    const { path, write } = openManifest({ old: name('Old') });
    const { facade, isServed, count, logged } = await startWith(path);
    write(content);
    facade.reload();
    await eventually(() => count('failed')).toBe(1);
    const lines = logged('the trusted documents cannot be used: the ones before are served');
    expect(lines).toEqual([expect.objectContaining({ file: path, level: 50, ...fields })]);
    expect(lines[0]?.['fault']).toContain(fault);
    expect(await isServed('old')).toBe(true);
    write({ next: name('Next') });
    await eventually(() => isServed('next')).toBe(true);
    expect(await count('failed')).toBe(1);
  });

  it.each<[string, (path: string) => void, string]>([
    [
      'a pipe that nobody writes to',
      (path) => void execFileSync('mkfifo', [path]),
      'a regular file',
    ],
    ['a link to such a pipe', linkPipe, 'a regular file'],
    ['a folder', mkdirSync, 'a file that can be read (EISDIR)'],
    [
      'more bytes than are read',
      (path) => writeFileSync(path, ' '.repeat(2 ** 24 + 1)),
      'of at most 16777216 bytes',
    ],
    ['nothing', () => undefined, 'a file that exists'],
  ])(
    'keeps the old set where %s is in its place, and follows the next one',
    async (_what, put, fault) => {
      const { path, write } = openManifest({ old: name('Old') });
      const { facade, isServed, count, logged } = await startWith(path);
      rmSync(path);
      put(path);
      facade.reload();
      await eventually(() => count('failed')).toBe(1);
      const [line] = logged('the trusted documents cannot be used: the ones before are served');
      expect(line?.['fault']).toContain(fault);
      expect(await isServed('old')).toBe(true);
      rmSync(path, { recursive: true, force: true });
      write({ next: name('Next') });
      facade.reload();
      await eventually(() => isServed('next')).toBe(true);
    },
  );

  it('of thousands of documents is checked while others are served, and so are its tools listed', async () => {
    const many = (version: string) =>
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`id${index}`, name(`Tool${index}${version}`)]),
      );
    const { path, write } = openManifest({ old: name('Old') });
    const { facade, client } = await openAgent({}, { TRUSTED_DOCUMENTS: path });
    write(many('a'));
    const gaps: number[] = [];
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }, 1);
    onTestFinished(() => clearInterval(timer));
    facade.reload();
    const isListed = () =>
      client.callTool({ name: 'Tool1999a' }).then(
        () => true,
        () => false,
      );
    await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    // The tools in one piece take more than a third of it.
    expect(Math.max(...gaps)).toBeLessThan(total / 5);
  });

  it('changes the tools of agents, whose list may be kept for five seconds', async () => {
    const { path, write } = openManifest({
      old: `# A comment.\n"""\nSays more.\n"""\n${name('Old')}`,
    });
    const { facade, client } = await openAgent({}, { TRUSTED_DOCUMENTS: path });
    const tools = async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools;
    expect((await tools()).at(-1)).toMatchObject({
      name: 'Old',
      description: 'Says more. The result reports its cost in REST requests.',
    });
    write({ fresh: name('Fresh') });
    facade.reload();
    await eventually(async () => (await tools()).at(-1)?.name).toBe('Fresh');
    expect(await client.listTools()).toMatchObject({ ttlMs: 5000 });
  });
});

it.each(processCounts)('SIGHUP makes every process read it: %j', async (workers) => {
  const { path, write } = openManifest({ old: name('Old') });
  const settings = { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_MODE: 'only', ...workers };
  const command = await startCommand(settings);
  write('{');
  command.process.kill('SIGHUP');
  const failures = () =>
    command
      .output()
      .match(/"fault":"it must be a JSON file","msg":"the trusted documents cannot be used/g);
  await eventually(() => failures()?.length).toBe(Number(workers.WORKERS));
  expect((await fetch(`${command.url}/health/ready`)).status).toBe(200);
});
