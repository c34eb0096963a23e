import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { type Json, put } from './json.js';
import type { SeenRequest } from './seen.js';

/** One request that the upstream is about to answer. */
export interface Exchange {
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  /** What an upstream without faults would answer. */
  readonly truth: () => Truth;
}

export interface Truth {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a request is answered; whatever it throws ends the connection. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

export interface Given {
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as it is. */
  readonly body?: string | Buffer;
  /** Sent as JSON; where both are left out, an envelope of the contract. */
  readonly json?: Json;
}

export const truthful: Answer = ({ response, truth }) => {
  const { status, body, headers } = truth();
  send(response, status, { headers, json: body });
};

/** An answer of that status; with an envelope that is true to the contract unless another body is given. */
export const status =
  (code: number, given: Given = {}): Answer =>
  ({ response, request }) =>
    send(
      response,
      code,
      given.body === undefined && given.json === undefined ? { ...envelope(code, request), ...given } : given,
    );

/** A 200 with that text. */
export const text = (body: string | Buffer, type: string | undefined = 'application/json'): Answer =>
  status(200, { body, type });

export const html = (code: number): Answer =>
  status(code, { body: '<!doctype html><title>Log in</title>', type: 'text/html' });

/** The true answer with another value at a dotted path of its body; `undefined` takes the member out. */
export const edited = (path: string, value: Json | undefined): Answer =>
  editedBy((body) => put(body, path, value));

export const editedBy =
  (edit: (body: Json) => Json): Answer =>
  ({ response, truth }) => {
    const { status: code, body, headers } = truth();
    send(response, code, { headers, json: edit(body) });
  };

/** Accepts and never answers. */
export const silence: Answer = () => undefined;

/** Headers and the first byte, and nothing more. */
export const headersAlone: Answer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};

/** Closes the connection without an answer. */
export const reset: Answer = ({ response }) => void response.socket?.destroy();

/** The answer after that many milliseconds. */
export const later =
  (milliseconds: number, then: Answer = truthful): Answer =>
  async (exchange) => {
    await delay(milliseconds);
    await then(exchange);
  };

/** The answer once it is released. */
export function held(then: Answer = truthful): { readonly answer: Answer; readonly release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, answer: (exchange) => released.then(() => then(exchange)) };
}

const envelope = (code: number, { number }: SeenRequest): Given => ({
  json: {
    error: {
      code: `code_${code}`,
      message: `Message ${code}`,
      requestId: `up-${number}`,
      details: { status: code },
    },
  },
});

function send(response: ServerResponse, code: number, { type, headers, body, json }: Given): void {
  if (response.destroyed || response.writableEnded) return;
  const content = body ?? JSON.stringify(json);
  response.writeHead(code, {
    ...(type !== '' && { 'content-type': type ?? 'application/json' }),
    ...headers,
  });
  response.end(content);
}
