import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentOf, installNode } from '../package/node.js';
import { everything } from '../system/test-system.js';
import { serveAgents } from './agent.js';
import { proxyWithBearer } from './bearer-proxy.js';
import { inapplicable, passing, passingBut } from './conformance-scenario.js';

const version = '0.2.0-alpha.12';

/** The suite needs a newer Node.js than the project, so neither is the project's. Gives its command, or why it cannot run. */
function installSuite():
  { readonly run: readonly [string, string]; readonly env: NodeJS.ProcessEnv } | string {
  const runtime = installNode(24);
  if (typeof runtime === 'string') return runtime;
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'partner-graphql', `conformance-${version}`);
  const command = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const env = environmentOf(runtime);
  if (!existsSync(command)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const name = `@modelcontextprotocol/conformance@${version}`;
    try {
      execFileSync('npm', ['install', name, '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: folder,
        stdio: 'pipe',
        timeout: 60_000,
      });
    } catch (error) {
      return `The suite cannot be installed: ${String(error).slice(0, 200)}`;
    }
  }
  return { run: [runtime.path, command], env };
}

const suite = installSuite();

interface Check {
  readonly id: string;
  readonly status: string;
}

/** Tools that the suite calls by name. */
const fixtures = {
  simple: 'query test_simple_text { organization { name } }',
  error: 'query test_error_handling { screen(id: "gone") { id } }',
  logging: 'query test_logging_tool { organization { name } }',
};

/** Failed checks of each scenario that a revision requires. */
async function runSuite(revision: string): Promise<ReadonlyMap<string, readonly string[]>> {
  if (typeof suite === 'string') throw new Error(suite);
  const { url } = await serveAgents({}, {}, { trustedDocuments: fixtures });
  const proxy = await proxyWithBearer(url, everything);
  const output = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => rmSync(output, { recursive: true }));
  const [node, command] = suite.run;
  const args = [command, 'server', '--url', proxy.href, '--requirements', revision, '--output-dir', output];
  // It exits with 1 where a check fails.
  await promisify(execFile)(node, args, { env: suite.env, maxBuffer: 2 ** 26 }).catch(() => undefined);
  return new Map(
    readdirSync(output).map((folder) => {
      // The suite's own report.
      const checks = JSON.parse(
        readFileSync(join(output, folder, 'checks.json'), 'utf8'),
      ) as readonly Check[];
      const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      return [name, checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)];
    }),
  );
}

const whyNot = (scenario: string): string | undefined =>
  Object.entries(inapplicable).find(([beginning]) => scenario.startsWith(beginning))?.[1];

describe.skipIf(typeof suite === 'string')(`the conformance suite ${version}`, () => {
  it.each(Object.entries(passing))('revision %s: passes %j', async (revision, expected) => {
    const results = await runSuite(revision);
    const clean = [...results].filter(([, failures]) => failures.length === 0).map(([name]) => name);
    expect(clean.sort()).toEqual([...expected].sort());
    for (const [scenario, failures] of results) {
      if (failures.length === 0) continue;
      const partly = passingBut[scenario];
      if (partly !== undefined) expect([scenario, failures]).toEqual([scenario, partly.checks]);
      else expect([scenario, whyNot(scenario)]).not.toEqual([scenario, undefined]);
    }
  });
});

describe('what does not apply', () => {
  it.skip.each(Object.entries(inapplicable))('%s: %s', () => undefined);
  it.skip.each(Object.entries(passingBut))('%s, except $why', () => undefined);
});
