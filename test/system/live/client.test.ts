import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from 'graphql-sse';
import { expectOnPage, pinned, resultTable } from '../../docs/conformance.js';
import { until } from '../../rig/wait.js';
import { clients } from './client.js';
import { hours, type LiveService, startLive } from './service.js';
import type { Watching } from './watching.js';

describe.each(clients)('%s', (_name, watch) => {
  const open = async (service: LiveService): Promise<Watching> => {
    const watching = watch(service);
    onTestFinished(watching.leave);
    await until('the first event', () => watching.events.length > 0);
    return watching;
  };

  it('shows the answer at once and each change, and leaves no stream', async () => {
    const service = await startLive();
    const { events, leave, ended } = await open(service);
    expect(events[0]?.on).toHaveLength(8);
    service.change();
    await until('the second event', () => events.length > 1);
    expect(events[1]?.on).not.toEqual(events[0]?.on);
    service.change();
    await until('the third event', () => events.length > 2);
    expect(events[2]).toEqual(events[0]);
    expect(await service.streams()).toBe(1);
    expect(ended()).toBeUndefined();
    leave();
    await service.untilStreams(0);
  });

  it('shows that the credential was revoked, and ends', async () => {
    const service = await startLive();
    const { events, ended } = await open(service);
    service.revoke();
    await until('the error', () => events.length > 1);
    expect(events[1]).toEqual({ on: undefined, codes: ['UNAUTHENTICATED'] });
    await service.untilStreams(0);
    await until('the end', () => ended() !== undefined);
    expect(ended()).toBe('complete');
  });
});

describe('graphql-sse', () => {
  it('is refused in its single connection mode: the façade keeps no stream for later requests', async () => {
    const { endpoint: url, credential } = await startLive();
    const headers = { authorization: `Bearer ${credential}` };
    const client = createClient({ url, headers, singleConnection: true, retryAttempts: 0 });
    const reason = await new Promise((resolve) =>
      client.subscribe(
        { query: hours },
        { next: resolve, error: resolve, complete: () => resolve('complete') },
      ),
    );
    expect(reason).toMatchObject({ response: { status: 405 } });
  });
});

it('the clients are on the page of conformance', async ({ task }) => {
  const versions = ['graphql-sse', '@urql/core', '@apollo/client', 'relay-runtime'].map((name) =>
    pinned(name),
  );
  const intro = `What the clients ${versions.join(', ')} do with a subscription:`;
  await expectOnPage({ Subscriptions: `${intro}\n\n${resultTable(task.file, (group) => group)}` });
});
