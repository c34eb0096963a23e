import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a loopback port, by default a free one, and gives its number. */
export async function openPort(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  // A server on a TCP port has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

/** Closes a server; its open connections end by `endConnections`. May be called twice. */
export async function closePort(
  server: Server,
  endConnections: () => void = () => undefined,
): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  endConnections();
  await closed;
}

/** Listens until the test ends, which ends the connections too, and gives the port. */
export async function openUntilEnd(server: Server, port?: number, host?: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  const opened = await openPort(server, port, host);
  onTestFinished(() => closePort(server, () => sockets.forEach((socket) => socket.destroy())));
  return opened;
}

/** The address of an HTTP server, which ends with the test. */
export const openServer = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await openUntilEnd(createHttpServer(listener))}`;

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openPort(server);
  await closePort(server);
  return port;
}

/** A port that another server holds until the test ends. */
export const takenPort = async (): Promise<string> => String(await openUntilEnd(createServer()));
