import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandError, type CommandResult } from '../../../src/command/command-line.js';
import { readArguments, runContract } from '../../../src/command/contract/command.js';
import { printableLines } from '../../../src/partner/quote.js';
import { startSimulator } from '../../../src/command/simulator/simulator.js';
import { runCommand } from '../../rig/command.js';
import { openSimulator, openFolder } from '../../rig/open.js';
import { openServer } from '../../rig/port.js';
import { type Changes, seeded } from './seed.js';

const secret = 'demo-secret-credential';
const run = (...args: string[]): Promise<CommandResult> =>
  runContract(args, { SECRET: secret, EMPTY: '' });

function save(name: string, text: string): string {
  const path = join(openFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** The path of a file with the simulator's document, some values changed. */
const saveDocument = (changes: Changes): string =>
  save('document.json', JSON.stringify(seeded(changes)));

/** A server that gives every request the same response, and keeps the requests. */
async function serve(respond: (response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const url = await openServer((request, response) => {
    requests.push(request);
    respond(response);
  });
  return { url, requests };
}

describe('contract URL', () => {
  it('finds no differences at the simulator below a prefix, without a credential', async () => {
    const { url } = await openSimulator({ pathPrefix: '/tenant' });
    const stdout = `${url}/api/partner/openapi.json: no differences.\n`;
    for (const option of [[], ['--url']])
      expect(await run(...option, `${url}/`)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('sends the credential of the named variable, and prints it nowhere', async () => {
    const { url, requests } = await serve((response) => void response.writeHead(403).end());
    const ended = await run('--url', url, '--credential-env', 'SECRET');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).not.toContain(secret);
  });

  it.each([
    [401, 'the credential is missing or invalid; name its variable with --credential-env'],
    [404, 'the document does not exist; check the base URL'],
    [426, 'HTTPS is required'],
    [302, 'redirects are not followed'],
  ])('reports HTTP %i in one line, and exits with 2', async (status, advice) => {
    const { url, requests } = await serve(
      (response) => void response.writeHead(status, { location: '/elsewhere' }).end('<html>'),
    );
    const stderr = `contract: ${url}/api/partner/openapi.json could not be read: HTTP ${status}: ${advice}.\n`;
    expect(await run('--url', url)).toEqual({ exitCode: 2, stdout: '', stderr });
    expect(requests).toHaveLength(1);
  });

  it('reports a refused connection in one line, and exits with 2', async () => {
    const simulator = await startSimulator();
    await simulator.close();
    const { exitCode, stderr } = await run('--url', simulator.url);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^contract: .* could not be read: the request failed \(ECONNREFUSED\)\.\n$/,
    );
  });
});

describe('contract FILE', () => {
  it.each<[string, number, Changes, string, string]>([
    [
      'the gravest differences first, and exits with 1 for breaking ones',
      1,
      {
        'Screen/properties/zone': {},
        'Media/properties/url': undefined,
        'Media/properties/status': undefined,
      },
      'breaking  partnerV1_media data[].status  field removed\n' +
        '          at #/components/schemas/Media\n' +
        'degraded  partnerV1_media data[].url  field removed\n' +
        '          at #/components/schemas/Media\n' +
        'additive  partnerV1_screens data[].zone  new field\n' +
        '          at #/components/schemas/Screen/properties/zone\n',
      '1 breaking, 1 degraded, 1 additive',
    ],
    [
      'additive differences, and exits with 0',
      0,
      { 'Playlist/properties/tags': {} },
      'additive  partnerV1_playlists data[].tags  new field\n' +
        '          at #/components/schemas/Playlist/properties/tags\n',
      '0 breaking, 0 degraded, 1 additive',
    ],
    [
      'degraded differences, and exits with 0: no promise of the schema breaks',
      0,
      { 'Media/properties/url': undefined },
      'degraded  partnerV1_media data[].url  field removed\n          at #/components/schemas/Media\n',
      '0 breaking, 1 degraded, 0 additive',
    ],
  ])('prints %s', async (_what, exitCode, changes, lines, counts) => {
    const file = saveDocument(changes);
    const stdout = `${lines}${file}: ${counts}.\n`;
    expect(await run('--file', file)).toEqual({ exitCode, stdout, stderr: '' });
    expect(await run(file)).toMatchObject({ exitCode });
  });

  it.each(['utf8', 'utf16le'] as const)(
    'reads a file with a byte order mark, in %s',
    async (encoding) => {
      const file = save('marked.json', '');
      writeFileSync(file, `\ufeff${JSON.stringify(seeded())}`, encoding);
      expect(await run(file)).toMatchObject({ exitCode: 0, stderr: '' });
    },
  );

  it('prints no control characters of the document', async () => {
    const file = saveDocument({ 'Playlist/properties/a\u001b[31mred\n\u009b\u202e': {} });
    const { stdout, stderr } = await run('--file', file);
    expect(stderr).toBe('');
    expect(stdout).toContain('partnerV1_playlists data[].a\\u001b[31mred\\n\\u009b\\u202e ');
    expect(printableLines(stdout)).toBe(stdout);
  });

  it('prints no control characters of a file’s name, whether it can be read or not', async () => {
    const named = save('a\u001b[31m\n.json', JSON.stringify(seeded()));
    const { stdout } = await run(named);
    expect(stdout).toMatch(/a\\u001b\[31m\\n\.json: no differences\.\n$/);
    const { stderr } = await run('none\u009b\n.json');
    expect(stderr).toBe('contract: none\\u009b\\n.json could not be read: ENOENT.\n');
  });

  it.each([
    ['does not exist', undefined, 'could not be read: ENOENT'],
    ['is not JSON', '{', 'could not be read: it is not JSON'],
    ['is not OpenAPI', '{}', 'not OpenAPI 3'],
  ])('reports in one line that the file %s, and exits with 2', async (name, text, message) => {
    const file = text === undefined ? '/none.json' : save(`${name}.json`, text);
    const { stderr, ...ended } = await run('--file', file);
    expect(ended).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});

describe('wrong use of contract', () => {
  const address = 'URL must be an address such as https://signage.example.com, without a user name';

  it.each([
    [[], 'a URL or FILE is missing; --help lists the options'],
    [['--url', 'x', '--file', 'y'], 'only one URL or FILE can be compared at a time'],
    [['x.json', 'https://signage.test'], 'only one URL or FILE can be compared at a time'],
    [['--file', 'y', '--credential-env', 'SECRET'], '--credential-env requires a URL'],
    [['y', '--credential-env', 'SECRET'], '--credential-env requires a URL'],
    [['https://me:secret@signage.test'], address],
    [['--url', 'signage.test'], address],
    [['--url', 'https://me:secret@signage.test'], address],
    [['--url', 'https://signage.test?token=x'], 'URL must have no query and no fragment'],
  ])('%j is refused: %s', (args, message) => {
    expect(() => readArguments(args)).toThrow(new CommandError(message));
  });

  const secure = ['--url', 'https://signage.test'];
  const plain = ['--url', 'http://signage.test'] as const;
  it.each([
    [['--verbose'], "Unknown option '--verbose'; --help lists the options"],
    [[...secure, '--credential-env', 'EMPTY'], '--credential-env names EMPTY, which is not set'],
    [
      [...plain, '--credential-env', 'SECRET'],
      `${plain[1]}/api/partner/openapi.json is not HTTPS, so the credential was not sent.`,
    ],
  ])('%j prints one line and exits with 2', async (args, message) => {
    expect(await run(...args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `contract: ${message}\n`,
    });
  });

  it('--help prints the options and exits with 0', async () => {
    const stdout = expect.stringMatching(/^Usage: partner-graphql contract URL/) as string;
    expect(await run('--help')).toEqual({ exitCode: 0, stdout, stderr: '' });
  });
});

it.each(['openapi.json', './openapi.json', '/tmp/openapi.json', 'ftp:x'])(
  'a file can be named %s',
  (file) => {
    for (const args of [[file], ['--file', file]]) expect(readArguments(args)).toEqual({ file });
  },
);

it.each([
  ['https://signage.test', 'https://signage.test/api/partner/openapi.json'],
  ['https://signage.test/tenant/', 'https://signage.test/tenant/api/partner/openapi.json'],
  [
    'https://signage.test/api/partner/openapi.json',
    'https://signage.test/api/partner/openapi.json',
  ],
])('the address of the document of %s is %s', (url, href) => {
  const source = { url: new URL(href), credentialVariable: undefined };
  expect(readArguments(['--url', url])).toEqual(source);
  expect(readArguments([url])).toEqual(source);
});

describe('partner-graphql contract', () => {
  it('prints to the standard streams and sets the exit code', async () => {
    const breaking = saveDocument({ 'Media/properties/status': undefined });
    const [help, one, missing] = await Promise.all(
      [['--help'], [breaking], ['none.json']].map((args) => runCommand(['contract', ...args])),
    );
    expect(help).toMatchObject({ code: 0, errors: '' });
    expect(one).toMatchObject({ code: 1, errors: '' });
    expect(one?.output).toContain(': 1 breaking, 0 degraded, 0 additive.');
    expect(missing).toMatchObject({ code: 2, output: '' });
    expect(missing?.errors).toMatch(/^contract: none\.json could not be read: ENOENT\.\n$/);
  });

  it('reads the credential from the environment', async () => {
    const { url, requests } = await serve((response) => void response.writeHead(403).end());
    const args = ['contract', url, '--credential-env', 'SECRET'];
    expect(await runCommand(args, { SECRET: secret })).toMatchObject({ code: 2 });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
  });
});
