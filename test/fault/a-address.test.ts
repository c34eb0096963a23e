import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { runCommand } from '../rig/command.js';
import { holdsCanary } from '../rig/canary.js';
import { operationRequest } from '../rig/operation-request.js';
import { status } from '../rig/response.js';
import { credentials, marker } from '../rig/credential.js';
import { startRig } from '../rig/rig.js';
import { expectFailure } from './outcome.js';
import { nineOperations } from './operations.js';

const usable = credentials.alpha.everything;

describe('PARTNER_API_URL', () => {
  it.each([
    ['user info', 'https://user:hunter2@api.example', {}],
    ['nothing', '', {}],
    ['blanks', '  ', {}],
    ['http in production', 'http://api.example/', { NODE_ENV: 'production' }],
  ])('A11: %s stops the start with one line that names it', (_what, partnerApiUrl, settings) => {
    const start = () => createFacade({ partnerApiUrl, settings });
    expect(start).toThrow(/^PARTNER_API_URL (?:holds [^\n]*|is not set), and must be [^\n]*$/);
    expect(start).not.toThrow(/hunter2/);
  });

  it.each(['', '/', '/tenant/a', '/tenant/a/', '/with%20escape', '/a//b'])(
    'A11: keeps the prefix %j',
    async (suffix) => {
      const prefix = suffix.replace(/\/$/, '');
      const rig = await startRig({ prefix });
      const facade = createFacade({
        partnerApiUrl: `${rig.upstream.url.slice(0, -prefix.length || undefined)}${suffix}`,
        settings: { LOG_LEVEL: 'silent' },
      });
      const both = '{ screens(first: 2) { totalCount } organization { name } }';
      const request = operationRequest(both, { credential: usable });
      expect(await (await facade.fetch(request)).json()).toMatchObject({
        data: { screens: { totalCount: 5 } },
      });
      expect(rig.requests.map(({ target }) => target).sort()).toEqual([
        `${prefix}/api/partner/v1/organization`,
        `${prefix}/api/partner/v1/screens?page=1&limit=1`,
      ]);
      await facade.close();
    },
  );

  it('A11: the process ends with one line, and the password is not in it', async () => {
    const address = `https://user:${marker}@api.example/?key=${marker}`;
    const { code, output, errors } = await runCommand([], { PARTNER_API_URL: address });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^PARTNER_API_URL holds [^\n]*, and must be an address without a user name or password\.\n$/,
    );
    expect(holdsCanary(output + errors)).toBe(false);
  });
});

describe('HTTPS is required', () => {
  it.each(nineOperations)(
    'A15: a 426 to $operation is HTTPS_REQUIRED, requested once, and HTTP stays 200',
    async (asked) => {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, status(426));
      const answer = await ask(asked.query);
      expectFailure(answer, asked, { code: 'HTTPS_REQUIRED', status: 426, upstreamCode: 'code_426' });
      expect(upstream.count(asked.operation)).toBe(1);
    },
  );
});
