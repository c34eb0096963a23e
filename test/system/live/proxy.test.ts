import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../rig/wait.js';
import { clients } from './client.js';
import { nginxIsMissing, startNginx, throughNginx } from './nginx.js';
import { startLive } from './service.js';

describe.skipIf(nginxIsMissing)(`through nginx with its defaults${throughNginx}`, () => {
  it.each(clients)('%s gets each event when it happens, and leaves no stream', async (_name, watch) => {
    const service = await startLive();
    const endpoint = `${await startNginx(service.url)}/graphql`;
    const { events, leave, ended } = watch({ ...service, endpoint });
    onTestFinished(leave);
    await until('the first event', () => events.length > 0);
    service.change();
    await until('the second event', () => events.length > 1);
    expect(events[1]?.on).not.toEqual(events[0]?.on);
    expect(ended()).toBeUndefined();
    leave();
    await service.untilStreams(0);
  });
});
