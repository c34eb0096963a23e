import { createServer, type Server, type ServerResponse } from 'node:http';
import { createAnswers, type UpstreamAnswer } from './answer.js';
import type { DataSet } from './data.js';
import { forms, type UpstreamMode } from './mode.js';
import { createStore } from './store.js';

/** A Partner API that answers out of memory, as fast as node:http can: what is measured is what is in front of it. */
export interface Upstream {
  readonly server: Server;
  /** API requests that have arrived so far; `/requests` answers with them too. */
  readonly requests: () => number;
}

export interface UpstreamOptions {
  readonly mode: UpstreamMode;
  /** Milliseconds added to each answer. */
  readonly latencyMs: number;
}

export function createUpstream(data: DataSet, { mode, latencyMs }: UpstreamOptions): Upstream {
  const find = createFind(data, mode);
  let requests = 0;
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    if (target === '/requests') {
      send(response, 200, plain(String(requests)));
      return;
    }
    requests += 1;
    const isKnown = /^Bearer \S/.test(request.headers.authorization ?? '');
    const answer = isKnown ? find(target)?.(String(request.headers['accept-encoding'])) : undefined;
    const status = answer !== undefined ? 200 : isKnown ? 404 : 401;
    const reply = (): void => send(response, status, answer ?? refusal(status));
    if (latencyMs === 0) reply();
    else setTimeout(reply, latencyMs);
  });
  // No connection is to end during a measurement.
  server.keepAliveTimeout = 600_000;
  return { server, requests: () => requests };
}

type NextAnswer = (accepted: string) => UpstreamAnswer;

/** The answers to a path are made up when it is first asked for. */
function createFind(data: DataSet, mode: UpstreamMode): (target: string) => NextAnswer | undefined {
  const store = createStore(data);
  const found = new Map<string, NextAnswer>();
  return (target) => {
    const known = found.get(target);
    if (known !== undefined) return known;
    const body = store(target);
    if (body === undefined) return undefined;
    const next = createAnswers(forms[mode], body);
    found.set(target, next);
    return next;
  };
}

function send(response: ServerResponse, status: number, { bytes, coding }: UpstreamAnswer): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  response.writeHead(status, coding === undefined ? headers : { ...headers, 'Content-Encoding': coding });
  response.end(bytes);
}

const plain = (text: string): UpstreamAnswer => ({ bytes: Buffer.from(text), coding: undefined });

const refusal = (status: number): UpstreamAnswer =>
  plain(
    JSON.stringify({
      error: { code: String(status), message: 'There is nothing for you.', requestId: 'none' },
    }),
  );
