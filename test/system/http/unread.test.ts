import { expect, it } from 'vitest';
import { openFacade, openListener } from '../../rig/open.js';
import { keptOperation, openSocket } from '../../rig/raw-client.js';
import { until } from '../../rig/wait.js';

const settings = { PORT: '0', STALL_TIMEOUT_MS: '300', DRAIN_TIMEOUT_MS: '60000' };

async function open() {
  const listener = await openListener(openFacade({ settings }));
  const connections = () =>
    new Promise<number>((resolve) =>
      listener.server.getConnections((_error, count) => resolve(count)),
    );
  let opened = 0;
  listener.server.on('connection', () => (opened += 1));
  const closes = () =>
    until(
      'the façade has closed the connection',
      async () => opened > 0 && (await connections()) === 0,
    );
  return { listener, closes };
}

const request = (start: string, ...headers: readonly string[]): string =>
  [`${start} HTTP/1.1`, 'Host: a.test', ...headers, '', ''].join('\r\n');

/** Every way in which the façade sends a head, or little more. */
const requests: Readonly<Record<string, string>> = {
  'without a body': request('OPTIONS *'),
  'to HEAD': request('HEAD /schema.graphql'),
  'to HEAD of what only reports': request('HEAD /health/live'),
  'to an unknown path': request('GET /nothing'),
  'to an unknown method': request('PUT /graphql'),
  'to an unknown expectation': request('GET /health/live', 'Expect: nothing'),
  'after 100 Continue': request('GET /health/live', 'Expect: 100-continue'),
  'to a bad operation': keptOperation('{', []),
  'to a small operation': keptOperation('{ __typename }', []),
};

/** Sends requests for as long as the façade takes them, and reads nothing. */
function openUnread(url: string, text: string): void {
  const many = text.repeat(Math.ceil(65_536 / text.length));
  let left = 16 * 1024 * 1024;
  const socket = openSocket(url).pause();
  const send = (): void => {
    while (left > 0) {
      left -= many.length;
      if (!socket.write(many, 'latin1')) return;
    }
  };
  socket.on('drain', send);
  send();
}

it.each(Object.entries(requests))(
  'a response %s that nobody reads ends its connection',
  async (_what, text) => {
    const { listener, closes } = await open();
    openUnread(listener.url, text);
    await closes();
  },
);

it('a refusal behind responses that nobody reads ends its connection', async () => {
  const { listener, closes } = await open();
  const socket = openSocket(listener.url).pause();
  socket.write(request('GET /schema.graphql').repeat(500));
  socket.write('what is no request\r\n\r\n');
  await closes();
});

it('an HTTP/1.0 response that nobody reads ends its connection', async () => {
  const { listener, closes } = await open();
  const query = `{ ${Array.from({ length: 49 }, (_, index) => `a${index}: __schema { ...S }`).join(' ')} }
    fragment S on __Schema { types { name description fields { name description args { name } } } }`;
  const socket = openSocket(listener.url).pause();
  socket.write(keptOperation(query, []).replace('HTTP/1.1', 'HTTP/1.0'));
  await closes();
});

it('draining ends once the readers that stall have had their time', async () => {
  const facade = openFacade({ settings });
  const listener = await openListener(facade);
  let arrived = 0;
  listener.server.on('request', () => (arrived += 1));
  const sockets = Array.from({ length: 10 }, () => openSocket(listener.url).pause());
  for (const socket of sockets) socket.write(request('GET /schema.graphql').repeat(500));
  await until('the requests have arrived', () => arrived > 500);
  expect(await listener.drain(facade)).toBe(true);
});
