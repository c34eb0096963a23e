import { help, readArguments, UsageError } from './arguments.js';
import { startSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

/**
 * `partner-graphql simulator`: serves until a signal comes. The exit code is 1 where it cannot start.
 *
 * @param args behind the command's name
 */
export async function simulate(args: readonly string[]): Promise<void> {
  try {
    const options = readArguments(args);
    if (options === 'help') process.stdout.write(help);
    else await run(options);
  } catch (error) {
    process.stderr.write(`simulator: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Nothing else keeps the process alive, so it ends by itself, with 0.
    process.once(signal, () => void simulator.close());
  }
  process.stdout.write(greet(simulator));
}

function greet({ url, credentials }: Simulator): string {
  const width = Math.max(...credentials.map(({ credential }) => credential.length));
  const lines = credentials.map(
    ({ credential, organizationId, scopes }) =>
      `  ${credential.padEnd(width)}  ${organizationId}  ${scopes.join(' ') || 'no scopes'}`,
  );
  return [
    `Partner API simulator: ${url}`,
    `Reference:             ${url}/api/partner/docs`,
    `OpenAPI document:      ${url}/api/partner/openapi.json`,
    'Credentials:',
    ...lines,
    '',
  ].join('\n');
}

function explain(error: unknown): string {
  if (error instanceof UsageError || error instanceof RangeError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `the address is in use; choose another --port, or 0 for any (${error.message})`;
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `cannot listen there; choose another --host or --port (${error.message})`;
  }
  return error.stack ?? error.message;
}
