import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { type Command, startCommand } from '../rig/command.js';
import { everything } from '../system/test-system.js';

/** A façade of several processes. */
export interface Crew extends Command {
  /** Every worker that has ever listened, oldest first. */
  readonly workers: () => readonly { readonly worker: number; readonly pid: number }[];
  /** Sends a signal to the primary process alone. */
  readonly signal: (signal: NodeJS.Signals) => void;
}

export async function startCrew(settings: Readonly<Record<string, string>> = {}): Promise<Crew> {
  const command = await startCommand({ WORKERS: '2', ...settings });
  const workers = () =>
    [...command.output().matchAll(/"worker":(\d+),"pid":(\d+),"msg":"worker listens"/g)].map(
      ([, worker, pid]) => ({ worker: Number(worker), pid: Number(pid) }),
    );
  return { ...command, workers, signal: (signal) => void command.process.kill(signal) };
}

export interface Received {
  readonly status: number | undefined;
  readonly body: string;
}

/** Sends one request over a connection of its own, so that each may come to another worker. */
export async function ask(url: string, path: string, query?: string): Promise<Received> {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };
  const method = query === undefined ? 'GET' : 'POST';
  const request = send(`${url}${path}`, { method, headers, agent: false });
  request.end(query === undefined ? undefined : JSON.stringify({ query }));
  // The event has one argument, the answer.
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, body };
}

/** The value of one series of `/metrics`; undefined where it is not told. */
export async function readSeries(url: string, series: string): Promise<number | undefined> {
  const { body } = await ask(url, '/metrics');
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Whether anybody listens there. */
export async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const outcome = once(socket, 'connect').then(() => true);
  const refused = outcome.catch(() => false);
  const isAccepted = await refused;
  socket.destroy();
  return isAccepted;
}
