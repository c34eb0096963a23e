import { describe, expect, it } from 'vitest';
import { connectSocket, statusOfRaw } from '../http-client.js';

describe('F17: smuggling', () => {
  const body = '{"query":"{ __typename }"}';
  const lines = (...headers: readonly string[]): string =>
    ['POST /graphql HTTP/1.1', ...headers, 'Content-Type: application/json', '', body].join('\r\n');

  it.each([
    ['a length and a coding', lines('Host: x', 'Content-Length: 26', 'Transfer-Encoding: chunked')],
    ['two lengths', lines('Host: x', 'Content-Length: 26', 'Content-Length: 27')],
    ['no host', lines('Content-Length: 26')],
    ['a length that is no number', lines('Host: x', 'Content-Length: 2x')],
    ['bare line feeds', lines('Host: x', 'Content-Length: 26').replaceAll('\r\n', '\n')],
  ])('%s: 400 from the parser, and nothing is executed', async (_what, request) => {
    const { sendRaw } = await connectSocket();
    const answer = await sendRaw(request);
    expect(statusOfRaw(answer)).toBe(400);
    expect(answer).not.toContain('__typename');
  });
});
