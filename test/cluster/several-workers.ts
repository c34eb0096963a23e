import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { type Command, startCommand } from '../rig/command.js';
import { openSimulator } from '../rig/open.js';
import { everything } from '../system/test-system.js';

/** A façade of several processes. */
export interface SeveralWorkers extends Command {
  /** Every worker that has ever listened, oldest first. */
  readonly workers: () => readonly { readonly worker: number; readonly pid: number }[];
  /** Sends a signal to the primary process alone. */
  readonly signal: (signal: NodeJS.Signals) => void;
}

export async function startSeveral(
  settings: Readonly<Record<string, string>> = {},
  atEnd?: (stop: () => void) => void,
): Promise<SeveralWorkers> {
  const command = await startCommand({ WORKERS: '2', ...settings }, atEnd);
  const workers = () =>
    [...command.output().matchAll(/"worker":(\d+),"pid":(\d+),"msg":"worker listens"/g)].map(
      ([, worker, pid]) => ({ worker: Number(worker), pid: Number(pid) }),
    );
  return { ...command, workers, signal: (signal) => void command.process.kill(signal) };
}

export const pidsOf = (facade: SeveralWorkers): number[] => facade.workers().map(({ pid }) => pid);

/** Starts workers in front of a simulator that delays each response. */
export async function startOver(latencyMs: number) {
  const simulator = await openSimulator({ latencyMs });
  return { simulator, facade: await startSeveral({ PARTNER_API_URL: simulator.url }) };
}

/** Stops a worker, as a busy event loop does, during an action. */
export async function without<T>(pid: number, action: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await action();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Sends several requests and returns the first response: one to a stopped worker waits. */
export async function firstOf<T>(count: number, request: () => Promise<T>): Promise<T> {
  const requests = times(count, request);
  for (const each of requests) each.catch(() => undefined);
  return Promise.any(requests);
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one operation over a connection of its own, so that each may reach another worker; without one, a GET. */
export function ask(url: string, path: string, query?: string, agent?: Agent): Promise<Received> {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
  const method = query === undefined ? 'GET' : 'POST';
  return request(url, path, { method, headers, body: query === undefined ? undefined : { query }, agent });
}

export interface RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** By default the connection is closed. */
  readonly agent?: Agent | undefined;
}

/** Sends one request over a connection of its own. */
export async function request(url: string, path: string, options: RequestOptions): Promise<Received> {
  const { method, headers, body: sent, agent = false } = options;
  const outgoing = send(`${url}${path}`, { method, headers, agent });
  outgoing.end(sent === undefined ? undefined : JSON.stringify(sent));
  // The event has one argument, the response.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

/** Does the same at each worker, one after the other, while those beside it are stopped. */
export async function atEach<T>(facade: SeveralWorkers, action: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const pid of livePids(facade)) {
    const others = livePids(facade).filter((other) => other !== pid);
    const run = others.reduce<() => Promise<T>>(
      (inner, other) => () => without(other, inner),
      // Connections are handed out in turn: one to a stopped worker waits.
      () => firstOf(others.length + 2, action),
    );
    results.push(await run());
  }
  return results;
}

/** The last one of each number. */
const livePids = (facade: SeveralWorkers): number[] => [
  ...new Map(facade.workers().map(({ worker, pid }) => [worker, pid])).values(),
];

/** Whether the port accepts connections. */
export async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const outcome = once(socket, 'connect').then(() => true);
  const isAccepted = await outcome.catch(() => false);
  socket.destroy();
  return isAccepted;
}
