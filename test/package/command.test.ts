import { describe, expect, it } from 'vitest';
import { type CommandResult, readCommandLine } from '../../src/command/command-line.js';
import { settingDefaults } from '../../src/config.js';
import { manifest } from '../docs/markdown.js';
import { type Command, processCounts, runCommand, startCommand } from '../rig/command.js';
import { eventually } from '../extra/telemetry/watched.js';

const read = (...args: readonly string[]) => readCommandLine(args);
/** The output, where the command line starts nothing. */
function outputOf(...args: readonly string[]): CommandResult {
  const output = read(...args);
  if (output === undefined || 'name' in output) throw new Error('It has no output.');
  return output;
}

describe('the command line', () => {
  it('without arguments starts the façade', () => {
    expect(read()).toBeUndefined();
  });

  it('--help and -h list every setting once, with its default, and the addresses', () => {
    const { stdout: text, exitCode } = outputOf('--help');
    expect(exitCode).toBe(0);
    expect(outputOf('-h')).toEqual({ exitCode, stdout: text, stderr: '' });
    const listed = [...text.matchAll(/^ {2}([A-Z][A-Z_]+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(settingDefaults).sort());
    // docs/settings.md, without its links, and with the lines that were wrapped made one again.
    const settings = text.replaceAll(/\n {36}(?=\S)/g, ' ');
    for (const line of [
      /^ {2}HOST +address to listen on \[127\.0\.0\.1\]$/m,
      /^ {2}PORT .*\[4000\]$/m,
      /^ {2}MAX_UPSTREAM_REQUESTS .*\[250\]$/m,
      /^ {2}TRUST_PROXY .*\[false\]$/m,
      /^ {2}DRAIN_TIMEOUT_MS .*\[25000\]$/m,
      /^ {2}LOG_LEVEL .*\[info\]$/m,
      /^ {2}PARTNER_API_URL .* \[unset: the simulator; refused in production\]$/m,
      /^ {2}WORKERS .*, or auto: one for each core \[1\]$/m,
      /^ {2}FEDERATION +true: serve as a subgraph too, .* \[false\]$/m,
      /^ {2}UNCHANGED_MAX_BYTES [^[]*$/m,
    ])
      expect(settings).toMatch(line);
    for (const address of ['/graphql', '/health/live', '/health/ready', '/metrics'])
      expect(text).toContain(address);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(110);
  });

  it('its first word names a command, and what follows is the command’s own', () => {
    expect(read('simulator', '--port', '0')).toEqual({ name: 'simulator', args: ['--port', '0'] });
    expect(read('contract', '--help')).toEqual({ name: 'contract', args: ['--help'] });
    const listed = [...outputOf('--help').stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(
      ([, name]) => name,
    );
    expect(listed).toEqual(['simulator', 'contract', 'check']);
  });

  it('--version and -v print the package’s version', () => {
    for (const flag of ['--version', '-v'])
      expect(outputOf(flag)).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it.each([
    [
      ['--port', '80'],
      "partner-graphql: Unknown option '--port'; --help lists commands and options.\n",
    ],
    [['start'], 'partner-graphql: "start" is not a command; --help lists commands and options.\n'],
    [
      ['Simulator'],
      'partner-graphql: "Simulator" is not a command; --help lists commands and options.\n',
    ],
    [[''], 'partner-graphql: "" is not a command; --help lists commands and options.\n'],
    [
      ['--help', 'simulator'],
      "partner-graphql: Unexpected argument 'simulator'; --help lists commands and options.\n",
    ],
    [
      ['--help=all'],
      "partner-graphql: Option '-h, --help' does not take an argument; --help lists commands and options.\n",
    ],
    [
      ['--version', '-x'],
      "partner-graphql: Unknown option '-x'; --help lists commands and options.\n",
    ],
  ])('%j is one line, and exit code 1', (args, stderr) => {
    expect(outputOf(...args)).toEqual({ exitCode: 1, stdout: '', stderr });
  });
});

describe('NODE_ENV of the command', () => {
  const upstream = 'http://127.0.0.1:9';
  const warning = /"level":"warn","time":\d+,"NODE_ENV":"([^"]*)","msg":"NODE_ENV is unknown/g;
  const warned = ({ output }: Command) => [...output().matchAll(warning)].map(([, value]) => value);

  it.each(processCounts)(
    'an unknown one is one line, and the start goes on: %j',
    async (workers) => {
      const command = await startCommand({
        NODE_ENV: 'prod',
        PARTNER_API_URL: upstream,
        ...workers,
      });
      expect((await fetch(`${command.url}/health/ready`)).status).toBe(200);
      expect(warned(command)).toEqual(['prod']);
    },
  );

  it.each(['', 'test '])('%j is known', async (NODE_ENV) => {
    const command = await startCommand({ NODE_ENV, PARTNER_API_URL: upstream });
    expect(warned(command)).toEqual([]);
  });
});

describe('the command', () => {
  it('prints its help to standard output, and starts nothing', async () => {
    const { code, output, errors } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(output).toContain('Usage: partner-graphql');
    expect(output + errors).not.toContain('"msg":"ready"');
  });

  it('reports a wrong argument on standard error, with exit code 1, whatever the settings are', async () => {
    const { code, output, errors } = await runCommand(['--port=80'], { PORT: 'nonsense' });
    expect(code).toBe(1);
    expect(output).toBe('');
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  it('reports a bad manifest in one line, with exit code 1', async () => {
    const { code, errors } = await runCommand([], {
      TRUSTED_DOCUMENTS: '/nowhere.json',
      PORT: '0',
    });
    expect(errors).toBe(
      'TRUSTED_DOCUMENTS holds "/nowhere.json", and must be a file that exists.\n',
    );
    expect(code).toBe(1);
  });

  it.each([
    [{}, ['Dashboard', 'GraphiQL', 'Agents (MCP)', 'Partner API']],
    [{ GRAPHIQL: 'false', MCP: 'false' }, ['Dashboard', 'GraphQL', 'Partner API']],
    [{ DASHBOARD: 'false', GRAPHIQL: 'false' }, ['GraphQL', 'Agents (MCP)', 'Partner API']],
    [{ WORKERS: '2' }, ['Dashboard', 'GraphiQL', 'Agents (MCP)', 'Partner API']],
  ])(
    'with %j it greets with the addresses that are served, and no others',
    async (settings, expected) => {
      const command = await startCommand(settings);
      await eventually(() => command.output()).toContain('everything');
      const greeted = [...command.output().matchAll(/^ {2}(\S.*\S) {2,}(http:\S+)/gm)];
      expect(greeted.map(([, name]) => name)).toEqual(expected);
      for (const [, name = '', address = ''] of greeted.slice(0, -1)) {
        const response = await fetch(address, { headers: { accept: 'text/html' } });
        const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
        expect([name, isPage]).toEqual([name, name !== 'GraphQL' && name !== 'Agents (MCP)']);
        expect(response.status).not.toBe(404);
        await response.text();
      }
      // Prometheus asks for it, and it is on beside the simulator.
      expect((await fetch(`${command.url}/metrics/organization`)).status).toBe(401);
    },
  );
});
