import { setTimeout as delay } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { type Json, put } from './json.js';
import type { SeenRequest } from './seen.js';

export interface Exchange {
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  /** The response of an upstream without faults. */
  readonly truth: () => Truth;
}

export interface Truth {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** Responds to a request; any error ends the connection. */
export type Responder = (exchange: Exchange) => void | Promise<void>;

export interface ResponseParts {
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent unchanged. */
  readonly body?: string | Buffer;
  /** Sent as JSON; without `body` and `json`, an envelope of the contract is sent. */
  readonly json?: Json;
}

export const truthful: Responder = ({ response, truth }) => {
  const { status, body, headers } = truth();
  send(response, status, { headers, json: body });
};

/** A response with a status; by default with an error envelope of the contract. */
export const status =
  (code: number, given: ResponseParts = {}): Responder =>
  ({ response, request }) =>
    send(
      response,
      code,
      given.body === undefined && given.json === undefined
        ? { ...envelope(code, request), ...given }
        : given,
    );

export const text = (
  body: string | Buffer,
  type: string | undefined = 'application/json',
): Responder => status(200, { body, type });

export const html = (code: number): Responder =>
  status(code, { body: '<!doctype html><title>Log in</title>', type: 'text/html' });

/**
 * The true response with another value at a dotted path of its body; `undefined` removes the
 * member.
 */
export const edited = (path: string, value: Json | undefined): Responder =>
  editedBy((body) => put(body, path, value));

export const editedBy =
  (edit: (body: Json) => Json): Responder =>
  ({ response, truth }) => {
    const { status: code, body, headers } = truth();
    send(response, code, { headers, json: edit(body) });
  };

/** Accepts the request and sends nothing. */
export const silence: Responder = () => undefined;

/** Sends only the headers and the first byte. */
export const headersAlone: Responder = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};

/** Closes the connection without a response. */
export const reset: Responder = ({ response }) => void response.socket?.destroy();

export const later =
  (milliseconds: number, then: Responder = truthful): Responder =>
  async (exchange) => {
    await delay(milliseconds);
    await then(exchange);
  };

export function held(then: Responder = truthful): {
  readonly respond: Responder;
  readonly release: () => void;
} {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, respond: (exchange) => released.then(() => then(exchange)) };
}

const envelope = (code: number, { number }: SeenRequest): ResponseParts => ({
  json: {
    error: {
      code: `code_${code}`,
      message: `Message ${code}`,
      requestId: `up-${number}`,
      details: { status: code },
    },
  },
});

function send(
  response: ServerResponse,
  code: number,
  { type, headers, body, json }: ResponseParts,
): void {
  if (response.destroyed || response.writableEnded) return;
  const content = body ?? JSON.stringify(json);
  response.writeHead(code, {
    ...(type !== '' && { 'content-type': type ?? 'application/json' }),
    ...headers,
  });
  response.end(content);
}
