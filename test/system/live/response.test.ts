import { describe, expect, it } from 'vitest';
import { hours, type LiveService, startLive } from './service.js';

const apollo =
  'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9';

const post = (
  { endpoint, credential }: LiveService,
  accept: string,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(endpoint, {
    method: 'POST',
    body: JSON.stringify({ query: hours }),
    ...init,
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      accept,
      ...(init.headers as Record<string, string> | undefined),
    },
  });

/** Reads until the text arrives. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(wanted)) return text;
  }
  throw new Error(`The stream ends without ${JSON.stringify(wanted)}: ${text}`);
}

describe('the head of a stream', () => {
  it.each([
    ['text/event-stream', 'text/event-stream'],
    [apollo, 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0'],
  ])('%s: %s, not to be kept, collected or coded on the way', async (accept, type) => {
    const service = await startLive();
    const response = await post(service, accept);
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('vary')).toContain('Authorization');
    expect(headers.has('content-encoding')).toBe(false);
    expect(headers.has('content-length')).toBe(false);
    await response.body?.cancel();
    await service.untilStreams(0);
  });

  it('a page of a listed origin can read it, any other cannot', async () => {
    const origin = 'https://app.example.com';
    const service = await startLive({ settings: { CORS_ORIGINS: origin } });
    for (const accept of ['text/event-stream', apollo])
      for (const from of [origin, 'https://evil.example.com']) {
        const response = await post(service, accept, { headers: { origin: from } });
        expect(response.headers.get('access-control-allow-origin')).toBe(from === origin ? from : null);
        await response.body?.cancel();
      }
    await service.untilStreams(0);
  });
});

describe('a subscription', () => {
  it('is served by GET as well, with its variables', async () => {
    const service = await startLive();
    const query = `subscription ($n: Int!) { live(everySeconds: 1) { screens(first: $n) { nodes { id } } } }`;
    const parameters = new URLSearchParams({ query, variables: '{"n":1}' });
    const response = await fetch(`${service.endpoint}?${parameters}`, {
      headers: { authorization: `Bearer ${service.credential}`, accept: 'text/event-stream' },
    });
    expect(await readUntil(response, '\n\nevent: next')).toBeDefined();
    await service.untilStreams(0);
  });

  it.each(['application/json', 'application/graphql-response+json', '*/*'])(
    'accepting only %s is told both transports',
    async (accept) => {
      const service = await startLive();
      const response = await post(service, accept);
      expect(response.status).toBe(406);
      const { errors } = (await response.json()) as { errors: { message: string; extensions: object }[] };
      expect(errors).toHaveLength(1);
      expect(errors[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
      expect(errors[0]?.message).toContain('text/event-stream');
      expect(errors[0]?.message).toContain('multipart/mixed;subscriptionSpec=1.0');
      expect(await service.streams()).toBe(0);
      expect(service.simulator.requests).toEqual([]);
    },
  );

  it.each(['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0', apollo])(
    'without a credential, or with a malformed one, is refused with HTTP 401: %s',
    async (accept) => {
      const service = await startLive();
      for (const authorization of ['', 'Basic x']) {
        const response = await post(service, accept, { headers: { authorization } });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        expect(await response.text()).toContain('UNAUTHENTICATED');
      }
      expect(service.simulator.requests).toEqual([]);
    },
  );
});
