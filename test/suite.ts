import { readdirSync } from 'node:fs';

/**
 * How a test file runs: in one process with others, in a process of its own, so with more files at once since they wait
 * most of their time, beside other browsers, or with the machine to itself.
 */
export type TestGroup = 'shared' | 'isolated' | 'waiting' | 'browser' | 'serial';

/** Files and folders below `test`. What no group names is isolated. */
export const groups: Readonly<Record<TestGroup, readonly string[]>> = {
  // They call functions and fetch handlers, and leave nothing behind in the process.
  shared: [
    ...['audit', 'bench', 'client', 'contract', 'dashboard', 'docs', 'economy', 'examples', 'execution'],
    ...['federation', 'fuzz', 'graphql', 'http', 'library', 'loaders', 'mcp', 'operation', 'paging'],
    ...['partner', 'rest', 'schema-care', 'simulator', 'system', 'tenant'],
    ...['config', 'find', 'imports.test.ts', 'lint.test.ts', 'schema.test.ts', 'suite.test.ts'],
  ],
  // Files of these folders that inspect their process, start the built command or import a module that registers hooks.
  isolated: [
    'bench/mechanism.test.ts',
    'contract/command.test.ts',
    'docs/get.test.ts',
    'docs/metric.test.ts',
    'docs/production.test.ts',
    'docs/typed-client.test.ts',
    'economy/response-memo.test.ts',
    'examples/next.test.ts',
    'examples/project.test.ts',
    'examples/run.test.ts',
    'federation/router.test.ts',
    'federation/service.test.ts',
    'fuzz/execution.test.ts',
    'fuzz/upstream-body.test.ts',
    'http/listener.test.ts',
    'http/metrics-port.test.ts',
    'operation/request-id.test.ts',
    'operation/trace.test.ts',
    'operation/undeclared-variable.test.ts',
    'simulator/command.test.ts',
    'system/error-behavior.test.ts',
    'system/live.test.ts',
  ],
  // They wait for polls, for processes that start and for Redis.
  waiting: ['cluster', 'fleet', 'live', 'http/drain.test.ts', 'http/metrics-port.test.ts'],
  // They drive a browser, and wait for it most of their time.
  browser: [
    'dashboard/access-dark.test.ts',
    'dashboard/access-light.test.ts',
    'dashboard/developer.test.ts',
    'dashboard/error.test.ts',
    'dashboard/first-row.test.ts',
    'dashboard/focus.test.ts',
    'dashboard/freshness.test.ts',
    'dashboard/keyboard.test.ts',
    'dashboard/list-trouble.test.ts',
    'dashboard/list-view.test.ts',
    'dashboard/long-list.test.ts',
    'dashboard/overview/browser.test.ts',
    'dashboard/overview/slot-check-browser.test.ts',
    'dashboard/page-session.test.ts',
    'dashboard/screen.test.ts',
    'dashboard/record/browser.test.ts',
    'dashboard/script-size.test.ts',
    'dashboard/shell.test.ts',
    'examples/react.test.ts',
    'http/graphiql/browser.test.ts',
    'http/live/browser.test.ts',
  ],
  // They measure time or memory.
  serial: [
    'economy/sharing-deadline.test.ts',
    'fault/c-time.test.ts',
    'fleet/proof.test.ts',
    'fleet/quota.test.ts',
    'growth.test.ts',
    'live/leave.test.ts',
    'load/fairness.test.ts',
    'load/hostile',
    'load/live-memory.test.ts',
    'load/memory.test.ts',
    'load/promotion.test.ts',
    'mcp/load.test.ts',
    'pattern.test.ts',
    'soak',
  ],
};

const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .sort();

/** The test files of a group, as paths below the project's root. */
export const testFiles = (group: TestGroup): string[] =>
  files.filter((file) => groupOf(file) === group).map((file) => `test/${file}`);

function groupOf(file: string): TestGroup {
  const isIn = (group: TestGroup): boolean =>
    groups[group].some((path) => file === path || file.startsWith(`${path}/`));
  if (isIn('serial')) return 'serial';
  if (isIn('browser')) return 'browser';
  if (isIn('waiting')) return 'waiting';
  return isIn('shared') && !isIn('isolated') ? 'shared' : 'isolated';
}
