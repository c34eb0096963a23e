import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionCredentials } from '../../src/http/connection-credential.js';

/** A request with these `Authorization` headers; node:http drops all but the first. */
const request = (socket: Socket, ...sent: readonly string[]) => ({
  socket,
  headers: { authorization: sent[0] },
  rawHeaders: sent.flatMap((value) => ['Authorization', value]),
});

const usable = (credential: string) => ({ kind: 'usable', credential });

describe('the credential of a request over a kept connection', () => {
  it('is the same object as long as the header is the same', () => {
    const [credentials, socket] = [new ConnectionCredentials(), new Socket()];
    const first = credentials.read(request(socket, 'Bearer alpha'));
    expect(first).toEqual(usable('alpha'));
    expect(credentials.read(request(socket, 'Bearer alpha'))).toBe(first);
    expect(credentials.read(request(new Socket(), 'Bearer alpha'))).not.toBe(first);
  });

  it('is its own, whatever the request before it had', () => {
    const [credentials, socket] = [new ConnectionCredentials(), new Socket()];
    const expected = [
      [['Bearer alpha'], usable('alpha')],
      [['Bearer beta'], usable('beta')],
      [['Bearer beta', 'Bearer beta'], { kind: 'malformed' }],
      [[], { kind: 'missing' }],
      [['Bearer beta'], usable('beta')],
      [['bearer  beta'], usable('beta')],
      [['Basic beta'], { kind: 'malformed' }],
      [['Basic beta'], { kind: 'malformed' }],
      [['Bearer alpha'], usable('alpha')],
    ] as const;
    for (const [sent, state] of expected)
      expect(credentials.read(request(socket, ...sent))).toEqual(state);
  });

  it('is missing for the first request without one', () => {
    const credentials = new ConnectionCredentials();
    expect(credentials.read(request(new Socket()))).toEqual({ kind: 'missing' });
  });
});
