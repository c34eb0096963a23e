import { describe, expect, it } from 'vitest';
import { type HttpClient, transports } from '../http-client.js';
import type { ClientResponse } from '../send.js';
import { jsonHeaders, post, organizationResult, organizationBody } from './post.js';

describe.each(transports)('F12: other origins, through %s', (_transport, connect) => {
  const listed = 'https://app.example.com';
  const settings = { CORS_ORIGINS: `${listed}, http://localhost:3000` };
  const corsOf = ({ headers }: ClientResponse): string[] =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const preflight = (client: HttpClient, origin: string) =>
    client.send('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  const foreign = [
    ...['https://evil.example.com', 'null', 'https://app.example.com.evil.com', 'https://app.example.comx'],
    ...['https://xapp.example.com', 'http://app.example.com', 'https://app.example.com:8443'],
    ...['https://APP.example.com', 'http://localhost:3001', 'http://localhost'],
  ];

  it.each([
    ['two origins are', settings, foreign],
    ['one is', { CORS_ORIGINS: listed }, foreign],
    ['none is', {}, [listed, 'null', 'http://facade.test']],
  ])('where %s listed, any other origin gets no CORS header', async (_what, given, origins) => {
    const client = await connect({}, { settings: given });
    for (const origin of origins)
      for (const response of [
        await post(client, organizationBody, { ...jsonHeaders, origin }),
        await preflight(client, origin),
        await client.send('/graphql?query=%7B__typename%7D', { headers: { origin } }),
      ])
        expect(corsOf(response), origin).toEqual([]);
  });

  it.each([listed, 'http://localhost:3000'])(
    '%s is listed: the headers name it, without credentials',
    async (origin) => {
      const client = await connect({}, { settings });
      const response = await post(client, organizationBody, { ...jsonHeaders, origin });
      expect(response.data).toEqual(organizationResult.data);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = 'X-Request-Id, Retry-After, Age, Content-Disposition, X-Upstream-Requests';
      expect(response.headers.get('access-control-expose-headers')).toBe(exposed);
      const refused = await post(client, organizationBody, {
        ...jsonHeaders,
        authorization: 'Bearer unknown',
        origin,
      });
      expect([refused.status, refused.headers.get('access-control-expose-headers')]).toEqual([401, exposed]);
      expect(response.headers.get('access-control-allow-credentials')).not.toBe('true');
      expect(response.headers.get('vary')?.toLowerCase()).toContain('origin');
      const before = await preflight(client, origin);
      expect([200, 204]).toContain(before.status);
      expect(before.headers.get('access-control-allow-origin')).toBe(origin);
      expect(before.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      expect(before.headers.get('access-control-allow-methods')).toContain('POST');
    },
  );

  it('health and unknown routes have none either', async () => {
    const client = await connect({}, { settings });
    for (const path of ['/health/live', '/nowhere'])
      expect(corsOf(await client.send(path, { headers: { origin: listed } }))).toEqual([]);
  });
});
