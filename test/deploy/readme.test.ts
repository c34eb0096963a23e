import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redisIsMissing } from '../extra/fleet/redis.js';
import { codeBlocks, codeSpans, read, section } from '../docs/markdown.js';
import { startCommand } from '../rig/command.js';
import { openFolder } from '../rig/open.js';
import { freePort } from '../rig/port.js';
import { containerOf, pick, readManifests, withOptions } from './manifest.js';

const page = read('deploy/README.md');
const facade = readManifests('kubernetes/facade.yaml');
const extended = readManifests('kubernetes/facade.yaml', withOptions);

describe('deploy/README.md, calling the façade from another pod', () => {
  const heading = 'Calling it from another pod';
  const steps = section(page, heading);
  const [block] = codeBlocks(page).filter((each) => each.heading === heading);
  const command = block?.text.replaceAll(/\\\n\s*/g, '') ?? '';

  it('names the Service, and the port and a label that the commented rule lets in', () => {
    const { metadata, spec } = pick(facade, 'Service');
    expect(spec.ports.map(({ port }) => port)).toEqual([80]);
    const addresses = codeSpans(steps).filter((span) => span.startsWith('http:'));
    expect(addresses).toEqual([
      `http://${metadata.name}/graphql`,
      `http://${metadata.name}.NAMESPACE/graphql`,
    ]);
    const [added, ...others] = pick(extended, 'NetworkPolicy').spec.ingress.filter(
      (_rule, index) => index >= pick(facade, 'NetworkPolicy').spec.ingress.length,
    );
    expect(others).toEqual([]);
    expect(added?.ports).toEqual([{ port: 'http' }]);
    const labels = /--labels=(\S+)=(\S+)/.exec(command)?.slice(1) ?? [];
    expect(added?.from).toContainEqual({
      podSelector: { matchLabels: Object.fromEntries([labels]) as object },
    });
    const [http] = containerOf(facade).ports;
    expect(steps).toContain(`port ${String(http?.containerPort)} of the façade's pods`);
  });

  it('has a command whose request is served with the settings of facade.yaml, and is a 426 without its header', async () => {
    const plain = containerOf(facade).env.flatMap((each) =>
      'value' in each ? [[each.name, each.value] as const] : [],
    );
    const settings = { ...Object.fromEntries(plain), NODE_ENV: 'production', METRICS_PORT: '0' };
    const { url } = await startCommand(settings);
    const [, curl = ''] = command.split(' --command -- ');
    const ask = (text: string): unknown => {
      const { stdout } = spawnSync('sh', ['-c', text.replace('http://partner-graphql', url)], {
        encoding: 'utf8',
      });
      return JSON.parse(stdout) as unknown;
    };
    expect(ask(curl)).toEqual(JSON.parse(block?.next?.text ?? ''));
    const [before = ''] = curl.split(' -H ');
    expect(ask(before)).toMatchObject({ errors: [{ extensions: { code: 'HTTPS_REQUIRED' } }] });
  });
});

describe('deploy/README.md, the Secret', () => {
  const text = codeBlocks(page).find((block) => block.text.includes('create secret'))?.text ?? '';
  const redis = containerOf(readManifests('kubernetes/redis/redis.yaml'));

  /** What the command hands to kubectl: as arguments, and on its input, by key. */
  function makeSecret() {
    const { stdout } = spawnSync(
      'sh',
      ['-c', `kubectl() { echo "$@"; cat; }\nopenssl() { echo made-up; }\n${text}`],
      { encoding: 'utf8' },
    );
    const [args = '', ...lines] = stdout.trim().split('\n');
    return {
      args,
      values: new Map(lines.map((line) => [...line.split(/=(.*)/)] as const as [string, string])),
    };
  }

  it('has the keys that the façade and Redis read, and no value of it is in a command line', () => {
    const { args, values } = makeSecret();
    const secrets = containerOf(facade).env.flatMap((each) =>
      'valueFrom' in each ? each.valueFrom.secretKeyRef : [],
    );
    const [first] = secrets;
    expect(args).toBe(`create secret generic ${String(first?.name)} --from-env-file=/dev/stdin`);
    expect([...values.keys()].toSorted()).toEqual(
      [...secrets.map(({ key }) => key), 'redis.conf'].toSorted(),
    );
    expect(values.get('REDIS_URL')).toMatch(/^redis:\/\/:made-up@/);
  });

  it.skipIf(redisIsMissing)(
    'Redis starts with it as in its manifest, and then needs the password',
    async () => {
      const folder = openFolder();
      writeFileSync(join(folder, 'redis.conf'), makeSecret().values.get('redis.conf') ?? '');
      const [, path = ''] = redis.command;
      const file = path.replace(/^.*\//, `${folder}/`);
      const port = String(await freePort());
      const args = [file, ...redis.args, '--port', port, '--bind', '127.0.0.1'];
      const server = spawn('redis-server', args, { cwd: folder, stdio: 'ignore' });
      onTestFinished(() => void server.kill('SIGKILL'));
      const options = { port: Number(port), retryStrategy: () => 20, maxRetriesPerRequest: null };
      // Until it listens they try again; the stranger's first words are refused too.
      const connect = (password?: string): Redis =>
        new Redis({ ...options, ...(password !== undefined && { password }) }).on(
          'error',
          () => undefined,
        );
      const stranger = connect();
      const facadesOwn = connect('made-up');
      onTestFinished(() => [stranger, facadesOwn].forEach((client) => client.disconnect()));
      await expect(stranger.get('a')).rejects.toThrow(/NOAUTH/);
      expect(await facadesOwn.config('GET', 'maxmemory-policy')).toEqual([
        'maxmemory-policy',
        'allkeys-lru',
      ]);
    },
  );
});
