import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { environmentOf, installNode } from '../../package/node.js';
import { expectOnPage, table } from '../../docs/conformance.js';
import { openFolder } from '../../rig/open.js';
import { openServer } from '../../rig/port.js';
import { everything } from '../../system/test-system.js';
import { revisions, serveAgents } from '../../extra/mcp/agent.js';
import { inapplicable, passingBut, suiteVersion } from './conformance-scenario.js';

/**
 * The suite needs a newer Node.js than the project, so neither is the project's. Gives its command,
 * or why it cannot run.
 */
function installSuite():
  | { readonly run: readonly [string, string]; readonly env: NodeJS.ProcessEnv }
  | string {
  const runtime = installNode(24);
  if (typeof runtime === 'string') return runtime;
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'partner-graphql', `conformance-${suiteVersion}`);
  const command = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const env = environmentOf(runtime);
  if (!existsSync(command)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const name = `@modelcontextprotocol/conformance@${suiteVersion}`;
    try {
      const args = ['install', name, '--no-audit', '--no-fund', '--loglevel=error'];
      execFileSync('npm', args, { cwd: folder, stdio: 'pipe', timeout: 120_000 });
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

/** Puts a credential on each request, for clients that cannot; everything else goes on as it is. */
async function proxyWithBearer(target: URL, credential: string): Promise<URL> {
  const url = await openServer((incoming, outgoing) => {
    const { url: path = '/', method, headers: given } = incoming;
    const headers = { ...given, authorization: `Bearer ${credential}` };
    const sent = request(new URL(path, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  return new URL(url + target.pathname);
}

/** Failed checks of each scenario that a revision requires. */
async function runSuite(revision: string): Promise<ReadonlyMap<string, readonly string[]>> {
  if (typeof suite === 'string') throw new Error(suite);
  const { url } = await serveAgents({}, {}, { trustedDocuments: fixtures });
  const proxy = await proxyWithBearer(url, everything);
  const output = openFolder();
  const [node, command] = suite.run;
  const args = [
    command,
    'server',
    '--url',
    proxy.href,
    '--requirements',
    revision,
    '--output-dir',
    output,
  ];
  // It exits with 1 where a check fails.
  await promisify(execFile)(node, args, { env: suite.env, maxBuffer: 2 ** 26 }).catch(
    () => undefined,
  );
  return new Map(
    readdirSync(output).map((folder) => {
      const report = readFileSync(join(output, folder, 'checks.json'), 'utf8');
      // The suite's own report.
      const checks = JSON.parse(report) as readonly Check[];
      const name = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      return [name, checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id)];
    }),
  );
}

const whyNot = (scenario: string): string | undefined =>
  Object.entries(inapplicable).find(([beginning]) => scenario.startsWith(beginning))?.[1];

type Results = Awaited<ReturnType<typeof runSuite>>;

/** Empty where the revision has no such scenario. */
function outcomeOf(scenario: string, failures: readonly string[] | undefined): string {
  if (failures === undefined) return '';
  if (failures.length === 0) return 'passes';
  return scenario in passingBut ? 'passes in part' : 'declined';
}

const reasonOf = (scenario: string): string | undefined => {
  const partly = passingBut[scenario];
  return partly
    ? `${partly.checks.map((id) => `\`${id}\``).join(', ')}: ${partly.why}`
    : whyNot(scenario);
};

/** A row for each scenario, with its result in each revision. */
function resultTable(results: readonly (readonly [revision: string, Results])[]): string {
  const names = new Set(results.flatMap(([, scenarios]) => [...scenarios.keys()]));
  const rows = [...names].sort().map((name) => {
    const outcomes = results.map(([, scenarios]) => outcomeOf(name, scenarios.get(name)));
    const isDeclined = outcomes.some((outcome) => !['', 'passes'].includes(outcome));
    return [name, ...outcomes, isDeclined ? (reasonOf(name) ?? '') : ''];
  });
  return table([['scenario', ...results.map(([revision]) => revision), 'why not'], ...rows]);
}

describe.skipIf(typeof suite === 'string')(`the conformance suite ${suiteVersion}`, () => {
  const found = new Map<string, Results>();

  it.each(revisions)(
    'revision %s: each scenario passes, or fails for a reason',
    async (revision) => {
      const results = await runSuite(revision);
      found.set(revision, results);
      for (const [scenario, failures] of results) {
        if (failures.length === 0) continue;
        const partly = passingBut[scenario];
        if (partly !== undefined) expect([scenario, failures]).toEqual([scenario, partly.checks]);
        else expect([scenario, whyNot(scenario)]).not.toEqual([scenario, undefined]);
      }
    },
  );

  it('is on the page of conformance', async () => {
    const intro = `Scenarios of @modelcontextprotocol/conformance ${suiteVersion} that each revision requires of a server:`;
    await expectOnPage({ 'Model Context Protocol': `${intro}\n\n${resultTable([...found])}` });
  });
});
