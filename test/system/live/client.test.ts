import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../rig/wait.js';
import { clients } from './client.js';
import { type LiveService, startLive } from './service.js';
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
