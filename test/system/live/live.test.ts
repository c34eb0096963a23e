import { describe, expect, it } from 'vitest';
import { live, LiveError, type LiveOptions, partnerErrors } from '../../../src/client/index.js';
import { hours, type LiveService, readEvent, type SeenEvent, startLive } from './service.js';

describe('live of partner-graphql/client', () => {
  const open = (
    { endpoint, credential }: LiveService,
    options: Partial<LiveOptions<unknown, object>> = {},
  ) =>
    live(endpoint, {
      document: hours,
      headers: { authorization: `Bearer ${credential}` },
      minDelayMs: 10,
      ...options,
    });

  it('gives the answer at once and each change, and leaves no stream', async () => {
    const service = await startLive();
    const states: string[] = [];
    const events: SeenEvent[] = [];
    for await (const event of open(service, { onState: (state) => states.push(state) })) {
      if (events.push(readEvent(event)) === 3) break;
      expect(event.extensions?.['upstream']).toMatchObject({ requests: 1 });
      service.change();
    }
    expect(events[0]?.on).toHaveLength(8);
    expect(events[1]?.on).not.toEqual(events[0]?.on);
    expect(events[2]).toEqual(events[0]);
    expect(states).toEqual(['connecting', 'live']);
    await service.untilStreams(0);
  });

  it('costs a page nothing to subscribe to what it has just queried', async () => {
    const service = await startLive();
    const authorization = `Bearer ${service.credential}`;
    const query = hours.replace(
      /subscription Hours \{\s*live\(everySeconds: 1\) (.*)\s*\}/,
      'query $1',
    );
    const { extensions: queried } = await service.ask(query);
    expect(queried).toMatchObject({ upstream: { requests: 1 } });
    const headers = { authorization, 'cache-control': 'max-age=60' };
    for await (const { extensions } of open(service, { headers })) {
      expect(extensions?.['upstream']).toMatchObject({ requests: 0, cached: 1 });
      break;
    }
    expect(service.simulator.requests).toHaveLength(1);
  });

  it('gives up when the credential is revoked', async () => {
    const service = await startLive();
    const watch = async (): Promise<void> => {
      for await (const { data } of open(service)) if (data) service.revoke();
    };
    const error: unknown = await watch().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LiveError);
    expect(partnerErrors(error).map(({ extensions }) => extensions.code)).toEqual([
      'UNAUTHENTICATED',
    ]);
    await service.untilStreams(0);
  });

  it.each([
    ['an unusable credential', { headers: {} }, 401],
    ['an invalid document', { document: 'subscription { live { nothing } }' }, 400],
    [
      'a bad interval',
      { document: 'subscription { live(everySeconds: 0) { organization { id } } }' },
      400,
    ],
  ])('gives up on %s', async (_what, options, status) => {
    const service = await startLive();
    const error: unknown = await open(service, options)
      .next()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'LiveError', status });
    expect(partnerErrors(error)).toHaveLength(1);
    expect(service.simulator.requests).toEqual([]);
  });

  it('connects to the next façade when one drains', async () => {
    const services = [await startLive(), await startLive()] as const;
    const states: string[] = [];
    let connections = 0;
    const events = open(services[0], {
      onState: (state) => states.push(state),
      fetch: (_url, init) => fetch(services[Math.min(connections++, 1) as 0 | 1].endpoint, init),
    });
    const first = await events.next();
    services[0].facade.startDraining();
    const second = await events.next();
    expect(second.value && readEvent(second.value)).toEqual(first.value && readEvent(first.value));
    expect(states).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live']);
    await services[0].untilStreams(0);
    await events.return?.();
    await services[1].untilStreams(0);
  });
});
