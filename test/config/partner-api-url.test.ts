import { describe, expect, it } from 'vitest';
import { faultsOfEnvironment } from './fault.js';

describe('A11: PARTNER_API_URL', () => {
  it.each([
    ['ftp://signage.example.com', 'an address that begins with https: or http:'],
    ['file:///etc/passwd', 'an address that begins with https: or http:'],
    ['https://user@signage.example.com', 'an address without a user name or password'],
    ['https://user:secret@signage.example.com', 'an address without a user name or password'],
    ['https://signage.example.com?x=1', 'an address without a query or fragment'],
    ['https://signage.example.com/?', 'an address without a query or fragment'],
    ['https://signage.example.com#top', 'an address without a query or fragment'],
  ])('%s must be %s', (text, must) => {
    const lines = faultsOfEnvironment({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds /);
    expect(lines[0]).toContain(`must be ${must}`);
  });

  it.each([
    ['https://signage.example.com/api/partner/v1', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner/v1/', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner//', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner/v1/screens', 'https://signage.example.com'],
    ['https://signage.example.com:8443/proxy/api/partner/v1', 'https://signage.example.com:8443/proxy'],
  ])('%s, which has what the façade adds, must be %s', (text, base) => {
    const must = `must be "${base}": the façade adds /api/partner/v1 and the rest itself.`;
    expect(faultsOfEnvironment({ PARTNER_API_URL: text })).toEqual([
      `PARTNER_API_URL holds "${text}", and ${must}`,
    ]);
    expect(faultsOfEnvironment({ PARTNER_API_URL: text, NODE_ENV: 'production' })).toHaveLength(1);
  });

  it.each([
    'https://signage.example.com/api/partner/v2',
    'https://signage.example.com/api/partners',
    'https://signage.example.com/api',
    'https://signage.example.com/partner/v1',
  ])('%s is a path of somebody else', (text) => {
    expect(faultsOfEnvironment({ PARTNER_API_URL: text })).toEqual([]);
  });

  it.each([
    'https://user:hunter2@signage.example.com',
    'https://hunter2@signage.example.com',
    'https:user:hunter2@signage.example.com',
    'https:/user:hunter2@signage.example.com',
    'user:hunter2@signage.example.com',
    '//user:hunter2@signage.example.com',
    'https://user:hunter2/hunter2@signage.example.com',
    'https://user:hunter2@hunter2@signage.example.com',
    'https://user:hunter2#hunter2@signage.example.com',
    'https://user:hunter2?hunter2@signage.example.com',
    'https://user:hunter2\\hunter2@signage.example.com',
    'https://signage.example.com/?token=hunter2',
    'https://signage.example.com/#hunter2',
    'ftp://user:hunter2@signage.example.com',
  ])('a secret in it is not printed: %s', (text) => {
    const lines = faultsOfEnvironment({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds ".*", and must be /);
  });
});
