import { describe, expect, it } from 'vitest';
import { statusOf } from '../../rig/raw-client.js';
import { connectSocket } from '../http-client.js';

describe('F17: smuggling', () => {
  const body = '{"query":"{ __typename }"}';
  const lines = (...headers: readonly string[]): string =>
    ['POST /graphql HTTP/1.1', ...headers, 'Content-Type: application/json', '', body].join('\r\n');

  it.each([
    [
      'Content-Length and Transfer-Encoding',
      lines('Host: x', 'Content-Length: 26', 'Transfer-Encoding: chunked'),
    ],
    ['two Content-Lengths', lines('Host: x', 'Content-Length: 26', 'Content-Length: 27')],
    ['no Host', lines('Content-Length: 26')],
    ['a Content-Length that is no number', lines('Host: x', 'Content-Length: 2x')],
    ['bare line feeds', lines('Host: x', 'Content-Length: 26').replaceAll('\r\n', '\n')],
  ])('%s: 400 from the parser, without execution', async (_case, request) => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(request);
    expect(statusOf(response)).toBe(400);
    expect(response).not.toContain('__typename');
  });
});
