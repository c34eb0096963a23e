import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { maxStallMs } from '../../src/http/framing.js';
import { atEnd } from '../rig/ending.js';
import { until } from '../rig/wait.js';
import { metricOf } from './metric.js';
import { startDashboard } from './server.js';
import { ownPage, signIn, type Visitor } from './visitor.js';

const query = 'subscription { live { screens(first: 2) { nodes { id } } } }';

/** A page that asks for a stream, and reads nothing of it. */
function openUnread(url: string, { cookie, token }: Visitor): Socket {
  const { host, origin, port } = new URL(url);
  const client = connect(Number(port), '127.0.0.1').pause();
  client.on('error', () => undefined);
  atEnd(() => void client.destroy());
  const body = JSON.stringify({ query });
  const headers = {
    ...{ ...ownPage, Origin: origin, Host: host, Cookie: cookie, 'X-Dashboard-Token': token },
    ...{ Accept: 'text/event-stream', 'Content-Type': 'application/json', 'Content-Length': body.length },
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  client.write(`POST /dashboard/graphql HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return client;
}

it('a page that never reads its stream loses the connection after a minute, as at /graphql', async () => {
  const server = await startDashboard();
  atEnd(() => server.close());
  const listener = await server.listen();
  const visitor = await signIn(server);
  const served: Socket[] = [];
  listener.server.on('connection', (socket) => served.push(socket));
  openUnread(listener.url, visitor);
  await until('its stream has begun', () => served.some(({ bytesWritten }) => bytesWritten > 0));
  const [connection] = served;
  expect(connection?.timeout).toBe(maxStallMs);
  expect(await metricOf(listener.url, 'partner_graphql_live_streams')).toBe(1);
  // The minute is over.
  connection?.setTimeout(1);
  await until('the façade has closed it', () => connection?.destroyed === true);
  const streams = (): Promise<number> => metricOf(listener.url, 'partner_graphql_live_streams');
  await until('its stream has ended', async () => (await streams()) === 0);
});
