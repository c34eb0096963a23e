import { readdirSync } from 'node:fs';

/**
 * How a test file runs. `npm test` runs those that call functions and fetch handlers: `shared`. The
 * others come with `npm run test:all`: in one process with others, in a process of its own, so with
 * more files at once since they wait most of their time, beside other browsers, or with the machine
 * to itself.
 */
export type TestGroup = 'shared' | 'served' | 'isolated' | 'waiting' | 'browser' | 'serial';

/**
 * Files and folders below `test`. What no group names is isolated; of two groups that name a file,
 * the later one has it.
 */
export const groups: Readonly<Record<TestGroup, readonly string[]>> = {
  // They leave nothing behind in the process, and need neither a build nor a server of their own.
  shared: [
    ...[
      'audit',
      'base',
      'bench',
      'client',
      'command/check',
      'command/contract',
      'command/simulator',
      'dashboard',
      'docs',
      'economy',
      'examples',
      'execution',
      'extra/export',
      'extra/exporter',
      'extra/federation',
      'extra/graphiql',
      'extra/live',
      'extra/mcp',
      'extra/sign-in',
      'feature/export',
      'feature/exporter',
      'feature/federation',
      'feature/live',
      'feature/mcp',
    ],
    ...['fuzz', 'graphql', 'http', 'library', 'session', 'document', 'operation', 'paging'],
    ...['partner', 'rest', 'schema-care', 'shared', 'system', 'tenant'],
    ...['find', 'config.test.ts', 'imports.test.ts', 'lint.test.ts', 'suite.test.ts'],
    'start/misspelt.test.ts',
    ...['extra/cluster/primary-memory.test.ts', 'extra/cluster/primary.test.ts'],
    ...['extra/fleet/breaker.test.ts', 'extra/fleet/seal.test.ts'],
  ],
  // They leave nothing behind either, but take servers, the built command or their time.
  served: [
    ...[
      'deploy',
      'fault',
      'load',
      'mutation',
      'prism',
      'release',
      'runtime',
      'supply',
      'extra/telemetry',
      'feature/telemetry',
    ],
    ...['response', 'secret', 'session', 'sharing'].map((name) => `feature/fleet/${name}.test.ts`),
    'extra/fleet/redis-store.test.ts',
    'feature/export/reader.test.ts',
    ...[
      'bench/mechanism.test.ts',
      'bench/requests.test.ts',
      'docs/client-library.test.ts',
      'docs/get.test.ts',
      'docs/metric.test.ts',
    ],
    ...['examples/next.test.ts', 'examples/project.test.ts', 'examples/python.test.ts'],
    ...[
      'extra/federation/subgraph.test.ts',
      'fuzz/execution.test.ts',
      'fuzz/incremental.test.ts',
      'fuzz/upstream-body.test.ts',
    ],
    ...[
      'system/http/incremental-client.test.ts',
      'system/live',
      'system/recipe.test.ts',
      'http/listener.test.ts',
      'system/request-id.test.ts',
      'operation/explain.test.ts',
    ],
    ...['document/parameters.test.ts', 'system/error-behavior.test.ts', 'system/live.test.ts'],
  ],
  // Files of these folders that inspect their process or its memory, or whose processes take it.
  isolated: [
    'command/contract/command.test.ts',
    'deploy/scrape.test.ts',
    'docs/typed-client.test.ts',
    'examples/run.test.ts',
    'feature/federation/router.test.ts',
    'fuzz/growth.test.ts',
    'feature/live/leave.test.ts',
    'load/memory.test.ts',
    'load/promotion.test.ts',
    'feature/mcp/load.test.ts',
    'command/simulator/command.test.ts',
    'feature/telemetry/cancelled.test.ts',
  ],
  // They wait for polls, for processes that start and for Redis.
  waiting: [
    'extra/cluster/worker.test.ts',
    ...['address', 'sharing'].map((name) => `feature/cluster/${name}.test.ts`),
    ...['connection', 'fault', 'live'].map((name) => `feature/fleet/${name}.test.ts`),
    ...['reader', 'trouble'].map((name) => `feature/live/${name}.test.ts`),
    ...['deploy/proxy.test.ts', 'system/http/drain.test.ts', 'document/manifest-file.test.ts'],
  ],
  // They drive a browser, and wait for it most of their time.
  browser: ['browser', 'examples/react.test.ts'],
  // They measure time or memory.
  serial: [
    'fault/c-time.test.ts',
    'feature/fleet/proof.test.ts',
    'load/fairness.test.ts',
    'load/hostile',
    'soak',
  ],
};

const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .sort();

/** The test files of a group, as paths below the project's root. */
export const testFiles = (group: TestGroup): string[] =>
  files.filter((file) => groupOf(file) === group).map((file) => `test/${file}`);

/** From the one that takes a file before the others to the one that takes it last. */
const order: readonly TestGroup[] = [
  'serial',
  'browser',
  'waiting',
  'isolated',
  'served',
  'shared',
];

function groupOf(file: string): TestGroup {
  const isIn = (group: TestGroup): boolean =>
    groups[group].some((path) => file === path || file.startsWith(`${path}/`));
  return order.find(isIn) ?? 'isolated';
}
