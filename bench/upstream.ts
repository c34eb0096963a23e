import { createServer, type Server, type ServerResponse } from 'node:http';
import { createResponses, type UpstreamResponse } from './response.js';
import type { DataSet } from './data.js';
import { forms, type UpstreamMode } from './mode.js';
import { createStore } from './store.js';

/** A Partner API that responds from memory, as fast as node:http can, so that it is never the bottleneck. */
export interface Upstream {
  readonly server: Server;
  /** REST requests that have arrived so far; `/requests` serves the number too, and `/change` renames a screen. */
  readonly requests: () => number;
}

export interface UpstreamOptions {
  readonly mode: UpstreamMode;
  /** Milliseconds added to each response. */
  readonly latencyMs: number;
}

export function createUpstream(data: DataSet, { mode, latencyMs }: UpstreamOptions): Upstream {
  let find = createFind(data, mode);
  let requests = 0;
  let changes = 0;
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    if (target === '/requests') {
      send(response, 200, plain(String(requests)));
      return;
    }
    if (target === '/change') {
      changes += 1;
      find = createFind(withChange(data, changes), mode);
      send(response, 200, plain(String(changes)));
      return;
    }
    requests += 1;
    const isKnown = /^Bearer \S/.test(request.headers.authorization ?? '');
    const found = isKnown ? find(target)?.(String(request.headers['accept-encoding'])) : undefined;
    const status = found !== undefined ? 200 : isKnown ? 404 : 401;
    const reply = (): void => send(response, status, found ?? refusal(status));
    if (latencyMs === 0) reply();
    else setTimeout(reply, latencyMs);
  });
  // No connection may end during a measurement.
  server.keepAliveTimeout = 600_000;
  return { server, requests: () => requests };
}

/** The same data with another name of its first screen. */
function withChange(data: DataSet, change: number): DataSet {
  const [first, ...rest] = data.screens;
  const screens = first === undefined ? rest : [{ ...first, name: `Screen of change ${change}` }, ...rest];
  return { ...data, screens };
}

type NextResponse = (accepted: string) => UpstreamResponse;

/** Makes the responses to a path at its first request. */
function createFind(data: DataSet, mode: UpstreamMode): (target: string) => NextResponse | undefined {
  const store = createStore(data);
  const found = new Map<string, NextResponse>();
  return (target) => {
    const known = found.get(target);
    if (known !== undefined) return known;
    const body = store(target);
    if (body === undefined) return undefined;
    const next = createResponses(forms[mode], body);
    found.set(target, next);
    return next;
  };
}

function send(response: ServerResponse, status: number, { bytes, coding }: UpstreamResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  response.writeHead(status, coding === undefined ? headers : { ...headers, 'Content-Encoding': coding });
  response.end(bytes);
}

const plain = (text: string): UpstreamResponse => ({ bytes: Buffer.from(text), coding: undefined });

const refusal = (status: number): UpstreamResponse =>
  plain(
    JSON.stringify({
      error: { code: String(status), message: 'Not found, or no credential.', requestId: 'none' },
    }),
  );
