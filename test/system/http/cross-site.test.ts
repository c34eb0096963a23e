import { describe, expect, it } from 'vitest';
import { transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { bearer, post, organizationBody } from './post.js';

describe.each(transports)(
  'F11: requests that a page of another site can send without a preflight, through %s',
  (_transport, connect) => {
    const forms: readonly (readonly [string, string])[] = [
      ['text/plain', organizationBody],
      ['text/plain;charset=UTF-8', organizationBody],
      ['application/x-www-form-urlencoded', 'query=%7Borganization%7Bid%7D%7D'],
      [
        'multipart/form-data; boundary=x',
        `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${organizationBody}\r\n--x--\r\n`,
      ],
      ['application/graphql', '{ organization { id } }'],
      ['application/jsonx', organizationBody],
    ];

    it.each(forms)('%s is refused, with or without a credential', async (type, body) => {
      const client = await connect();
      for (const headers of [{ 'content-type': type }, { ...bearer, 'content-type': type }]) {
        const response = await post(client, body, headers);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(response.text).not.toContain('org_nordlicht');
      }
      expect(client.simulator.requests).toEqual([]);
    });

    it('a GET has no credential, and a cookie is not one: 401', async () => {
      const client = await connect();
      const response = await client.send('/graphql?query=%7Borganization%7Bid%7D%7D', {
        headers: { cookie: `authorization=Bearer ${everything}` },
      });
      expect(response.status).toBe(401);
      expect(client.simulator.requests).toEqual([]);
    });

    it('a credential in the query string is ignored: 401', async () => {
      const client = await connect();
      for (const name of ['authorization', 'access_token', 'token']) {
        const response = await client.send(`/graphql?query=%7Borganization%7Bid%7D%7D&${name}=${everything}`);
        expect(response.status).toBe(401);
      }
      expect(client.simulator.requests).toEqual([]);
    });
  },
);
