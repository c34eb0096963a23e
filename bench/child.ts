import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A process of the measurement. */
export interface Child {
  readonly pid: number;
  /** Sends a message over the IPC channel and waits for the reply. */
  readonly ask: (message: object | string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** A process that serves HTTP. */
export interface ServingChild extends Child {
  readonly url: string;
}

/**
 * Starts a module with the measured runtime.
 *
 * @param launcher a command that runs the one that follows it, in the same process
 */
export function startChild(
  node: string,
  module: string,
  environment: Readonly<Record<string, string>> = {},
  preload: readonly string[] = [],
  launcher: readonly string[] = [],
): Child {
  const imports = preload.flatMap((each) => ['--import', each]);
  const [command, ...args] = [...launcher, node, ...imports, module];
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const endedEarly = ended.then(() => Promise.reject(new Error(`${module} has ended.`)));
  endedEarly.catch(() => undefined);
  return {
    // Without one, the first question or the wait for its port fails.
    pid: child.pid ?? NaN,
    async ask(message) {
      const replied = once(child, 'message');
      child.send(message);
      // The first argument of the event is the message.
      const [reply] = (await Promise.race([replied, endedEarly])) as [unknown];
      return reply;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Tenths of a second. Under a tool that counts instructions, a start takes half a minute. */
const maxAttempts = 1200;

const probe = new URL('probe.js', import.meta.url).href;

/** Starts a module with the probe, and waits until it listens on `PORT`. */
export async function startServer(
  node: string,
  module: string,
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
): Promise<ServingChild> {
  const port = await freePort();
  const child = startChild(node, module, { ...environment, PORT: String(port) }, [probe], launcher);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await isListening(port)); attempt += 1) {
    if (attempt > maxAttempts) throw new Error(`${module} does not listen.`);
    await delay(100);
  }
  return { ...child, url };
}

/** The built file of a module of this folder. */
export const builtModule = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
