import { describe, expect, it, onTestFinished } from 'vitest';
import { nginxIsMissing, startNginx } from '../../rig/nginx.js';
import { until } from '../../rig/wait.js';
import { clients } from './client.js';
import { startLive } from './service.js';

const why = nginxIsMissing === undefined ? '' : ` (SKIPPED: ${nginxIsMissing})`;

describe.skipIf(nginxIsMissing)(`through nginx with its defaults${why}`, () => {
  it.each(clients)('%s gets each event when it happens, and leaves no stream', async (_name, watch) => {
    const service = await startLive();
    const site = (address: string): string =>
      `server { listen ${address}; location / { proxy_pass ${service.url}; } }`;
    const endpoint = `${await startNginx(site)}/graphql`;
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
