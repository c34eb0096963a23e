import { request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { buildConnector } from 'undici';
import { isLoopback, proxyUrl } from '../../setting-value.js';
import type { ProxySettings } from './transport.js';

interface ChosenProxy {
  readonly setting: 'HTTP_PROXY' | 'HTTPS_PROXY';
  /** May hold a user and a password. */
  readonly url: URL;
  /** Why connections go straight to the Partner API; undefined where they go through the proxy. */
  readonly unused: 'loopback' | 'NO_PROXY' | undefined;
}

/** The proxy for connections to PARTNER_API_URL; undefined where none is set for its scheme. */
export function chooseProxy(settings: ProxySettings): ChosenProxy | undefined {
  const upstream = new URL(settings.PARTNER_API_URL ?? '');
  const setting = upstream.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = settings[setting];
  if (address === undefined) return undefined;
  const url = proxyUrl(address);
  // Another machine would connect to itself.
  if (isLoopback(upstream.hostname)) return { setting, url, unused: 'loopback' };
  const isExempt = (settings.NO_PROXY ?? '')
    .split(/[\s,]+/)
    .some((entry) => exempts(entry, upstream));
  return { setting, url, unused: isExempt ? 'NO_PROXY' : undefined };
}

/**
 * Whether an entry of NO_PROXY means an address: `*`, or a name with all below it, with or without
 * a port.
 */
function exempts(entry: string, upstream: URL): boolean {
  const [, name = '', port] = /^(?:\*?\.)?(.+?)(?::(\d{1,5}))?$/.exec(entry.toLowerCase()) ?? [];
  if (name === '*') return true;
  if (name === '') return false;
  if (port !== undefined && port !== portOf(upstream)) return false;
  const { hostname } = upstream;
  return hostname === name || hostname === `[${name}]` || hostname.endsWith(`.${name}`);
}

function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

/** The proxy cannot be reached, or does not connect. The code is ours. */
class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'ERR_PROXY';
}

/**
 * Opens connections by CONNECT (RFC 9110, 9.3.6): the proxy learns the name and the port of the
 * Partner API, and sees what goes through in clear only where PARTNER_API_URL is an http: address.
 *
 * @param timeoutMs until the proxy must have connected
 * @param openTls does TLS with the Partner API inside the tunnel
 */
export function tunnelConnector(
  proxy: URL,
  timeoutMs: number,
  openTls: buildConnector.connector,
): buildConnector.connector {
  const send = proxy.protocol === 'https:' ? requestSecure : requestPlain;
  return (target, opened) => {
    const request = send(connectTo(target, proxy));
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    request.once('error', (cause) => {
      clearTimeout(timer);
      opened(new ProxyError('The proxy cannot be reached.', { cause }), null);
    });
    request.once('connect', ({ statusCode = 0 }, socket) => {
      clearTimeout(timer);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        opened(new ProxyError(`The proxy refuses the connection with HTTP ${statusCode}.`), null);
      } else if (target.protocol !== 'https:') {
        opened(null, socket);
      } else {
        openTls({ ...target, httpSocket: socket }, opened);
      }
    });
    request.end();
  };
}

/** The CONNECT that asks a proxy for a tunnel. */
function connectTo(target: buildConnector.Options, proxy: URL): RequestOptions {
  const { hostname: name } = target;
  const host = name.includes(':') ? `[${name}]` : name;
  const authority = `${host}:${portOf(target)}`;
  const authorization = credentialsOf(proxy);
  return {
    method: 'CONNECT',
    hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: authority,
    headers: {
      host: authority,
      // By itself node:http asks for the connection to be closed, which is not meant for a tunnel.
      connection: 'keep-alive',
      ...(authorization !== undefined && { 'proxy-authorization': authorization }),
    },
    agent: false,
  };
}

function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}
