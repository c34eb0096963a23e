import { describe, expect, it } from 'vitest';
import { credentials, holdsCanary } from '../rig/credential.js';
import { faultsOfRequest } from '../rig/invariant.js';
import { seenRequest, type SeenRequest } from '../rig/seen.js';

const credential = credentials.alpha.everything;

const faultsOf = (target: string, more: Partial<SeenRequest> = {}): string[] => {
  const rawHeaders = ['Host', 'a', 'Authorization', `Bearer ${credential}`];
  const request = { ...seenRequest(1, { target, rawHeaders }, '/base'), ...more };
  return faultsOfRequest(request, new Set([credential]));
};

describe('the rig itself', () => {
  it.each([
    '/api/partner/v1/organization',
    '/base/api/partner/v1/',
    '/base/api/partner/v1/screens/',
    '/base/api/partner/v1/screens/..',
    '/base/api/partner/v1/screens/%2e%2e',
    '/base/api/partner/v1/screens/a/b',
    '/base/api/partner/v1/screens/a?page=1',
    '/base/api/partner/v1/screens?limit=101',
    '/base/api/partner/v1/screens?limit=0',
    '/base/api/partner/v1/screens?page=0',
    '/base/api/partner/v1/screens?page=1&page=2',
    '/base/api/partner/v1/screens?page=1.5',
    '/base/api/partner/v1/screens?sort=name',
    `/base/api/partner/v1/screens/${credential}`,
  ])('finds a fault in %s', (target) => {
    expect(faultsOf(target)).not.toEqual([]);
  });

  it.each<[string, Partial<SeenRequest>]>([
    ['another method', { method: 'POST' }],
    ['a body', { bodyBytes: 1 }],
    ['no Authorization', { rawHeaders: ['Host', 'a'] }],
    ['a foreign credential', { rawHeaders: ['Authorization', 'Bearer other'] }],
    ['a Range', { rawHeaders: ['Authorization', `Bearer ${credential}`, 'Range', 'bytes=1-'] }],
    ['a Cookie', { rawHeaders: ['Authorization', `Bearer ${credential}`, 'Cookie', 'a=b'] }],
    [
      'a header twice',
      { rawHeaders: ['Host', 'a', 'host', 'b', 'Authorization', `Bearer ${credential}`] },
    ],
    [
      'the credential in another header',
      { rawHeaders: ['User-Agent', credential, 'Authorization', `Bearer ${credential}`] },
    ],
  ])('finds a fault in %s', (_what, more) => {
    expect(faultsOf('/base/api/partner/v1/organization', more)).not.toEqual([]);
  });

  it('finds the canary in clear, escaped, and in base64 at any offset', () => {
    const encodings = [0, 1, 2].flatMap((pad) => {
      const bytes = Buffer.from(`${'x'.repeat(pad)}${credential}`);
      return [bytes.toString('base64'), bytes.toString('base64url')];
    });
    const escaped = [...credential].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('');
    for (const text of [credential, credential.toUpperCase(), escaped, ...encodings])
      expect(holdsCanary(`{"cursor":"${text}"}`), text).toBe(true);
    expect(
      holdsCanary(
        JSON.stringify({
          name: 'Screen 1',
          cursor: Buffer.from('[1,"screens"]').toString('base64url'),
        }),
      ),
    ).toBe(false);
  });
});
