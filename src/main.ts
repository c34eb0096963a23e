#!/usr/bin/env node
import { readSettings, SettingsError } from './config.js';
import { createFacade } from './server.js';
import { drainOnSignal } from './serving/drain.js';
import { listen } from './serving/listener.js';
import { startSimulator, type Simulator } from './simulator/simulator.js';

/** The command: reads the environment, starts what is needed, and tells where it is. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const simulator = settings.PARTNER_API_URL === undefined ? await startSimulator() : undefined;
  const facade = createFacade({
    partnerApiUrl: settings.PARTNER_API_URL ?? simulator?.url ?? '',
    settings: stringsOf(process.env),
    ...((settings.DASHBOARD ?? simulator !== undefined) && {
      dashboard: {
        assets: new URL('./dashboard/', import.meta.url),
        demoCredentials: simulator?.credentials ?? [],
      },
    }),
    ...(simulator?.credentials[0] && { demoCredential: simulator.credentials[0].credential }),
  });
  const listener = await listen(facade);
  drainOnSignal({ facade, listener, finish: async () => simulator?.close() });
  facade.logger.info({ url: `${listener.url}/graphql` }, 'ready');
  if (simulator !== undefined) welcome(listener.url, simulator);
}

function stringsOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function welcome(url: string, { url: simulatorUrl, credentials }: Simulator): void {
  const width = Math.max(...credentials.map(({ name }) => name.length));
  const lines = [
    '',
    `  Dashboard       ${url}/`,
    `  GraphiQL        ${url}/graphql   (open it in a browser)`,
    `  Partner API     ${simulatorUrl}   (embedded simulator: set PARTNER_API_URL to read a real one)`,
    '',
    '  Demo credentials, for the header "Authorization: Bearer …":',
    ...credentials.map(({ name, credential }) => `    ${name.padEnd(width)}  ${credential}`),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  const message =
    error instanceof SettingsError ? error.message : `The façade could not start: ${String(error)}`;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
