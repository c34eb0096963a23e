import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import { type House, startHouse } from './house.js';
import { readSent, type Sent } from './send.js';

/** A house that can be asked through one of its doors. */
export interface Door extends House {
  readonly ask: (path: string, init?: RequestInit) => Promise<Sent>;
}

/** A house with node:http in front, as deployments have it. */
export interface SocketDoor extends Door {
  readonly url: string;
  /** Sends these bytes and reads until the other side ends or the answer is there. */
  readonly raw: (text: string) => Promise<string>;
}

type OpenDoor = (simulator?: SimulatorOptions, facade?: Partial<FacadeOptions>) => Promise<Door>;

/** Through `facade.fetch`, as a runtime without sockets has it. */
export const openHandler: OpenDoor = async (simulatorOptions, facadeOptions) => {
  const house = await startHouse(simulatorOptions, facadeOptions);
  return {
    ...house,
    ask: async (path, init = {}) => {
      // A body that is a stream needs to be told so; the type of RequestInit does not know it everywhere.
      const request = new Request(`http://facade.test${path}`, { ...init, ...half(init) });
      return readSent(await house.facade.fetch(request));
    },
  };
};

export async function openSocket(
  simulatorOptions: SimulatorOptions = {},
  { settings, ...options }: Partial<FacadeOptions> = {},
): Promise<SocketDoor> {
  const house = await startHouse(simulatorOptions, { ...options, settings: { PORT: '0', ...settings } });
  const { url, server } = await listen(house.facade);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    ...house,
    url,
    ask: async (path, init = {}) =>
      readSent(await fetch(url + path, { redirect: 'manual', ...init, ...half(init) })),
    raw: (text) => sendRaw(Number(new URL(url).port), text),
  };
}

const half = ({ body }: RequestInit): object => (body instanceof ReadableStream ? { duplex: 'half' } : {});

/** Both ways in; what they answer must not differ. */
export const doors: readonly (readonly [string, OpenDoor])[] = [
  ['facade.fetch', openHandler],
  ['node:http', openSocket],
];

async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
    if (isWhole(answer)) socket.end();
  });
  const closed = new Promise<void>((resolve) => {
    // A server that has said all it has to say may reset the connection; `close` follows the error.
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  socket.write(Buffer.from(text, 'latin1'));
  await closed;
  return answer;
}

/** Whether an answer with a length, or one in chunks, is there to its end. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, end))?.[1];
  if (length !== undefined) return answer.length >= end + 4 + Number(length);
  return answer.endsWith('0\r\n\r\n');
}

/** A POST of an operation as it goes over the wire, with these header lines. */
export function rawPost(query: string, headers: readonly string[]): string {
  const body = JSON.stringify({ query });
  return [
    'POST /graphql HTTP/1.1',
    'Host: facade.test',
    'Content-Type: application/json',
    'Accept: application/graphql-response+json',
    'Connection: close',
    `Content-Length: ${body.length}`,
    ...headers,
    '',
    body,
  ].join('\r\n');
}

/** Status of a raw answer. */
export const statusOfRaw = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
