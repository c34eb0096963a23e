import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readArguments, UsageError } from '../../src/contract/arguments.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { seeded } from './seed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const secret = 'demo-secret-credential';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, SECRET: secret, EMPTY: '' } };
    const all = ['--import', 'tsx', 'src/main.ts', 'contract', ...args];
    execFile(process.execPath, all, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

async function save(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** A server of one answer, which keeps what it was asked. */
async function serve(answer: (response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address with one.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('contract URL', () => {
  it.each([[[]], [['--url']]])(
    'finds no difference at the simulator, whatever its prefix, without a credential: %j',
    async (option) => {
      const simulator = await startSimulator({ pathPrefix: '/tenant' });
      onTestFinished(() => simulator.close());
      expect(await run(...option, `${simulator.url}/`)).toEqual({
        code: 0,
        stdout: `${simulator.url}/api/partner/openapi.json: no difference from what the façade relies on.\n`,
        stderr: '',
      });
    },
  );

  it('sends the credential of the variable that it is told, and prints it nowhere', async () => {
    const { url, requests } = await serve((response) => void response.writeHead(403).end());
    const ended = await run('--url', url, '--credential-env', 'SECRET');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toContain(secret);
  });

  it.each([
    [401, 'a credential is missing or invalid; name one with --credential-env'],
    [404, 'there is no such document; is this the base address?'],
    [426, 'it wants HTTPS'],
    [302, 'it sends readers elsewhere, which is not followed'],
  ])('says in one line that the answer was %i, and exits with 2', async (status, advice) => {
    const { url, requests } = await serve(
      (response) => void response.writeHead(status, { location: '/elsewhere' }).end('<html>'),
    );
    expect(await run('--url', url)).toEqual({
      code: 2,
      stdout: '',
      stderr: `contract: ${url}/api/partner/openapi.json could not be read: it answered ${status}: ${advice}.\n`,
    });
    expect(requests).toHaveLength(1);
  });

  it('says in one line that nobody answers, and exits with 2', async () => {
    const simulator = await startSimulator();
    await simulator.close();
    const { code, stderr } = await run('--url', simulator.url);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^contract: .* could not be read: there was no answer \(ECONNREFUSED\)\.\n$/);
  });
});

describe('contract FILE', () => {
  it('prints additive differences and exits with 0', async () => {
    const file = await save(
      'additive.json',
      JSON.stringify(seeded(['components/schemas/Playlist/properties/tags', {}])),
    );
    expect(await run(file)).toEqual({
      code: 0,
      stdout:
        'additive  partnerV1_playlists data[].tags  new field\n' +
        '          at #/components/schemas/Playlist/properties/tags\n' +
        `${file}: 0 breaking, 1 additive.\n`,
      stderr: '',
    });
  });

  it('prints breaking differences first and exits with 1', async () => {
    const changes = seeded(
      ['components/schemas/Screen/properties/zone', {}],
      ['components/schemas/Media/properties/status/enum/0', undefined],
    );
    const file = await save('breaking.json', JSON.stringify(changes));
    expect(await run('--file', file)).toEqual({
      code: 1,
      stdout:
        'breaking  partnerV1_media data[].status  value removed: processing\n' +
        '          at #/components/schemas/Media/properties/status\n' +
        'additive  partnerV1_screens data[].zone  new field\n' +
        '          at #/components/schemas/Screen/properties/zone\n' +
        `${file}: 1 breaking, 1 additive.\n`,
      stderr: '',
    });
  });

  it('keeps control characters of the document off the terminal', async () => {
    const path = 'components/schemas/Playlist/properties/a\u001b[31mred\n';
    const { stdout, stderr } = await run(
      '--file',
      await save('control.json', JSON.stringify(seeded([path, {}]))),
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('partnerV1_playlists data[].a [31mred ');
    // eslint-disable-next-line no-control-regex -- what must not be there
    expect(stdout).not.toMatch(/\u001b/);
  });

  it.each([
    ['is not there', undefined, 'could not be read: ENOENT'],
    ['is not JSON', '{', 'could not be read: it is not JSON'],
    ['is another document', '{}', 'no OpenAPI 3 document'],
  ])('says in one line that the file %s, and exits with 2', async (name, text, message) => {
    const file = text === undefined ? join(folder, 'none.json') : await save(`${name}.json`, text);
    const { code, stdout, stderr } = await run('--file', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});

describe('wrong use of contract', () => {
  it.each([
    [[], 'a URL or FILE is missing; --help lists the options'],
    [['--url', 'x', '--file', 'y'], 'only one URL or FILE can be compared at a time'],
    [['x.json', 'https://signage.test'], 'only one URL or FILE can be compared at a time'],
    [['--file', 'y', '--credential-env', 'SECRET'], '--credential-env goes with a URL'],
    [['y', '--credential-env', 'SECRET'], '--credential-env goes with a URL'],
    [
      ['https://me:secret@signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [
      ['--url', 'signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [
      ['--url', 'https://me:secret@signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [['--url', 'https://signage.test?token=x'], 'URL must have no query and no fragment'],
    [['--verbose'], "Unknown option '--verbose'; --help lists the options"],
  ])('%j is refused: %s', (args, message) => {
    expect(() => readArguments(args)).toThrow(new UsageError(message));
  });

  it.each([
    [['--verbose'], "Unknown option '--verbose'; --help lists the options"],
    [
      ['--url', 'https://signage.test', '--credential-env', 'EMPTY'],
      '--credential-env names EMPTY, which is not set',
    ],
    [
      ['--url', 'http://signage.test', '--credential-env', 'SECRET'],
      'http://signage.test/api/partner/openapi.json is not HTTPS, so the credential was not sent there.',
    ],
  ])('%j gives one clear line and exits with 2', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `contract: ${message}\n` });
  });

  it('--help prints the options and exits with 0', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: partner-graphql contract URL/);
  });
});

describe('a file', () => {
  it.each(['openapi.json', './openapi.json', '/tmp/openapi.json', 'ftp:x'])('may be named %s', (file) => {
    expect(readArguments([file])).toEqual({ file });
    expect(readArguments(['--file', file])).toEqual({ file });
  });
});

describe('the document’s address', () => {
  it.each([
    ['https://signage.test', 'https://signage.test/api/partner/openapi.json'],
    ['https://signage.test/tenant/', 'https://signage.test/tenant/api/partner/openapi.json'],
    ['https://signage.test/api/partner/openapi.json', 'https://signage.test/api/partner/openapi.json'],
  ])('of %s is %s', (url, href) => {
    const source = { url: new URL(href), credentialVariable: undefined };
    expect(readArguments(['--url', url])).toEqual(source);
    expect(readArguments([url])).toEqual(source);
  });
});
