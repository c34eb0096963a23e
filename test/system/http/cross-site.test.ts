import { describe, expect, it } from 'vitest';
import { transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { bearer, post, reading } from './post.js';

describe.each(transports)(
  'F11: what a page of another site can send without being asked, through %s',
  (_transport, connect) => {
    const forms: readonly (readonly [string, string])[] = [
      ['text/plain', reading],
      ['text/plain;charset=UTF-8', reading],
      ['application/x-www-form-urlencoded', 'query=%7Borganization%7Bid%7D%7D'],
      [
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${reading}\r\n--x--\r\n`,
      ],
      ['application/graphql', '{ organization { id } }'],
      ['application/jsonx', reading],
    ];

    it.each(forms)('%s is refused, with or without a credential', async (type, body) => {
      const client = await connect();
      for (const headers of [{ 'content-type': type }, { ...bearer, 'content-type': type }]) {
        const answer = await post(client, body, headers);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toContain('org_nordlicht');
      }
      expect(client.simulator.requests).toEqual([]);
    });

    it('a GET comes without a credential, and a cookie is none: 401', async () => {
      const client = await connect();
      const answer = await client.send('/graphql?query=%7Borganization%7Bid%7D%7D', {
        headers: { cookie: `authorization=Bearer ${everything}` },
      });
      expect(answer.status).toBe(401);
      expect(client.simulator.requests).toEqual([]);
    });

    it('a credential in the address is none: 401', async () => {
      const client = await connect();
      for (const name of ['authorization', 'access_token', 'token']) {
        const answer = await client.send(`/graphql?query=%7Borganization%7Bid%7D%7D&${name}=${everything}`);
        expect(answer.status).toBe(401);
      }
      expect(client.simulator.requests).toEqual([]);
    });
  },
);
