import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { readSession, sessionRequest, signIn, type Visitor } from '../../dashboard/visitor.js';
import { type Command, startCommand } from '../../rig/command.js';
import { openSimulator } from '../../rig/open.js';
import { everything } from '../../system/test-system.js';

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

/**
 * Sends one operation over a connection of its own, so that each may reach another worker; without
 * one, a GET.
 */
export async function ask(url: string, path: string, query?: string, agent: Agent | false = false) {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
  const method = query === undefined ? 'GET' : 'POST';
  const outgoing = request(`${url}${path}`, { method, headers, agent });
  outgoing.end(query === undefined ? undefined : JSON.stringify({ query }));
  // The event has one argument, the response.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

/** Sends any request over a connection of its own. */
export function fetchApart(sent: Request): Promise<Response> {
  sent.headers.set('connection', 'close');
  return fetch(sent);
}

export const signInAt = ({ url }: SeveralWorkers, demo = 'everything'): Promise<Visitor> =>
  signIn({ fetch: fetchApart }, { demo }, url);

/**
 * The name by which each worker knows a visitor of the dashboard; undefined for somebody who is
 * signed out.
 */
export const namesOf = (
  facade: SeveralWorkers,
  visitor: Visitor,
): Promise<(string | undefined)[]> =>
  atEach(facade, async () => {
    const response = await fetchApart(sessionRequest('GET', visitor, facade.url));
    return (await readSession(response)).session?.name;
  });

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
