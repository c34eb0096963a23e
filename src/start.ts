import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import type { EmbeddedSimulator } from './extra/cluster/worker.js';
import { type CommandResult, type NamedCommand, readCommandLine } from './command/command-line.js';
import { listenFault, readEnvironment, type Settings, SettingsError } from './config.js';
import type { Facade, FacadeOptions } from './facade.js';
import { printableLines } from './partner/quote.js';
import type { Simulator } from './command/simulator/simulator.js';

/**
 * V8 allocates objects in the old generation if many from the same literal have survived a
 * collection. Under load that happens to the records of operations in flight: they would stay until
 * the next full collection, and moving them would take a quarter of the processor time.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * The old generation may double before a collection; V8's default is fourfold. That saves up to
 * half of the memory.
 */
setFlagsFromString('--heap-growing-percent=100');

/**
 * V8 collects all garbage after each 64 MB of new buffers, although those of REST responses rarely
 * outlive their operation: with many credentials that took a quarter of the processor time. Before
 * Node.js 24 there is no such flag.
 */
if (Number.parseInt(process.versions.node, 10) >= 24) {
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}

/** What one way of running needs is loaded there: the others start without it. */
async function main(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2));
  if (command === undefined) await serveFacade();
  else if ('name' in command) await runCommand(command);
  else printResult(command);
}

async function runCommand({ name, args }: NamedCommand): Promise<void> {
  switch (name) {
    case 'simulator': {
      const { simulate } = await import('./command/simulator/command.js');
      await simulate(args, printableLines);
      return;
    }
    case 'check': {
      const { runCheck } = await import('./command/check/command.js');
      printResult(runCheck(args, process.env));
      return;
    }
    case 'contract': {
      const { runContract } = await import('./command/contract/command.js');
      printResult(await runContract(args, process.env));
    }
  }
}

function printResult({ exitCode, stdout, stderr }: CommandResult): void {
  // A last guard: whoever builds a line escapes what it repeats.
  process.stdout.write(printableLines(stdout));
  process.stderr.write(printableLines(stderr));
  process.exitCode = exitCode;
}

async function serveFacade(): Promise<void> {
  const { settings, misspelt } = readEnvironment(process.env);
  // Workers have the same environment.
  if (cluster.isPrimary && misspelt.length > 0) {
    process.stderr.write(`${printableLines(misspelt.join('\n'))}\n`);
  }
  const serve = settings.WORKERS > 1 && cluster.isWorker ? serveAsWorker : serveProgram;
  await serve(settings).catch((error: unknown) => {
    throw listenFault(error, settings) ?? error;
  });
}

async function serveAsWorker(settings: Settings): Promise<void> {
  const { Worker } = await import('./extra/cluster/worker.js');
  // The first worker reports for all.
  const reportsAtStart = cluster.worker?.id === 1;
  await new Worker().serve(({ simulator, registry, fleet }) =>
    openFacade(settings, simulator, { registry, reportsAtStart, fleet }),
  );
}

async function serveProgram(settings: Settings): Promise<void> {
  const isDemo = settings.PARTNER_API_URL === undefined;
  const simulator = isDemo ? await openSimulator() : undefined;
  const workers = settings.WORKERS > 1 ? settings.WORKERS : undefined;
  const serve = workers === undefined ? serveAlone : serveByWorkers;
  const { url, metrics, logger } = await serve(settings, simulator);
  const metricsUrl = metrics && `${metrics.url}/metrics`;
  logger.info({ url: `${url}/graphql`, metricsUrl, workers }, 'ready');
  if (simulator !== undefined) printAddresses(url, simulator, settings);
}

async function openSimulator(): Promise<Simulator> {
  const { startSimulator } = await import('./command/simulator/simulator.js');
  return startSimulator();
}

async function openFacade(
  settings: Settings,
  simulator: EmbeddedSimulator | undefined,
  options: Pick<FacadeOptions, 'registry' | 'reportsAtStart' | 'fleet'> = {},
): Promise<Facade> {
  const { createFacade } = await import('./facade.js');
  // It follows from NODE_ENV.
  const { PARTNER_API_URL = simulator?.url ?? '', isProduction: _derived, ...given } = settings;
  const dashboard = {
    assets: new URL('./dashboard/', import.meta.url),
    demoCredentials: simulator?.credentials,
  };
  const [demo] = simulator?.credentials ?? [];
  const facade = createFacade({
    partnerApiUrl: PARTNER_API_URL,
    settings: given,
    ...options,
    ...(settings.DASHBOARD === true && { dashboard }),
    ...(demo && { demoCredential: demo.credential }),
  });
  if (simulator === undefined && options.reportsAtStart !== false) {
    void tryPartnerApi(settings, PARTNER_API_URL, facade.logger);
  }
  // A rejection that nobody waits for is a fault of ours, for which no client may pay with the
  // process.
  process.on('unhandledRejection', (error) =>
    facade.logger.error(
      { error: error instanceof Error ? error.stack : String(error) },
      'unexpected error',
    ),
  );
  return facade;
}

/** A wrong address would show at the first operation. The start does not wait. */
async function tryPartnerApi(
  settings: Settings,
  url: string,
  logger: Facade['logger'],
): Promise<void> {
  const { tryConnection } = await import('./rest/transport/try-connection.js');
  const { reportConnection } = await import('./extra/telemetry/log.js');
  reportConnection(logger, url, await tryConnection(settings));
}

async function serveAlone(settings: Settings, simulator: Simulator | undefined) {
  const { drainOnSignal, listen, listenForMetrics } = await import('./http/listener.js');
  const facade = await openFacade(settings, simulator);
  const metrics = await listenForMetrics(facade);
  const listener = await listen(facade);
  drainOnSignal(facade.logger, () => listener.drain(facade, metrics));
  // Without a manifest, SIGHUP ends the process as ever.
  if (settings.TRUSTED_DOCUMENTS !== undefined) process.on('SIGHUP', () => facade.reload());
  return { url: listener.url, metrics, logger: facade.logger };
}

async function serveByWorkers(settings: Settings, simulator: Simulator | undefined) {
  const { Primary } = await import('./extra/cluster/primary.js');
  const embedded = simulator && { url: simulator.url, credentials: simulator.credentials };
  return new Primary(settings, embedded).start();
}

/** Without a real Partner API, somebody tries the façade out. */
function printAddresses(url: string, simulator: Simulator, settings: Settings): void {
  const { url: simulatorUrl, credentials } = simulator;
  const width = Math.max(...credentials.map(({ name }) => name.length));
  const lines = [
    '',
    ...(settings.DASHBOARD === true ? [`  Dashboard       ${url}/`] : []),
    settings.GRAPHIQL
      ? `  GraphiQL        ${url}/graphql   (open it in a browser)`
      : `  GraphQL         ${url}/graphql`,
    ...(settings.MCP === true ? [`  Agents (MCP)    ${url}/mcp`] : []),
    `  Partner API     ${simulatorUrl}   (embedded simulator: set PARTNER_API_URL to read a real one)`,
    '',
    '  Demo credentials, for the header "Authorization: Bearer …":',
    ...credentials.map(({ name, credential }) => `    ${name.padEnd(width)}  ${credential}`),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

// The reader of the output may leave; the façade keeps serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch((error: unknown) => {
  const message =
    error instanceof SettingsError ? error.message : `The façade could not start: ${String(error)}`;
  // A port, a worker, or the channel to the primary process would keep the process alive.
  process.stderr.write(`${printableLines(message)}\n`, () => process.exit(1));
});
