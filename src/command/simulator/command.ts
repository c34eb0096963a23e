import { help, readArguments, UsageError } from './arguments.js';
import { startSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

/**
 * `partner-graphql simulator`: serves until a signal. The exit code is 1 where it cannot start.
 *
 * @param args the arguments after the command's name
 * @param printable makes lines of a text that a terminal can show
 */
export async function simulate(
  args: readonly string[],
  printable: (lines: string) => string,
): Promise<void> {
  try {
    const options = readArguments(args);
    if (options === 'help') process.stdout.write(help);
    else await run(options);
  } catch (error) {
    process.stderr.write(`simulator: ${printable(describeError(error))}\n`);
    process.exitCode = 1;
  }
}

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Without its server the process ends by itself, with exit code 0.
    process.once(signal, () => void simulator.close());
  }
  process.stdout.write(formatBanner(simulator));
}

function formatBanner({ url, credentials }: Simulator): string {
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

function describeError(error: unknown): string {
  if (error instanceof UsageError || error instanceof RangeError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `the address is in use; choose another --port, or 0 for any (${error.message})`;
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `cannot listen there; choose another --host or --port (${error.message})`;
  }
  return error.stack ?? error.message;
}
