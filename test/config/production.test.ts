import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config.js';
import { faultsOfEnvironment, url } from './fault.js';

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' };

  it('needs PARTNER_API_URL: the simulator does not run there', () => {
    expect(faultsOfEnvironment(production)).toEqual([
      'PARTNER_API_URL is not set, and must be an address such as https://signage.example.com: the simulator does not run in production.',
    ]);
  });

  it.each([
    'http://signage.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('refuses %s', (address) => {
    expect(faultsOfEnvironment({ ...production, PARTNER_API_URL: address })).toEqual([
      `PARTNER_API_URL holds "${address}", and must be an https: address where NODE_ENV is production (http: only for a loopback address).`,
    ]);
  });

  it.each([url, 'http://127.0.0.1:8080', 'http://127.9.9.9', 'http://localhost:1/x', 'http://[::1]:9'])(
    'accepts %s',
    (address) => {
      expect(readSettings({ ...production, PARTNER_API_URL: address })).toMatchObject({
        PARTNER_API_URL: address,
        isProduction: true,
      });
    },
  );

  it.each(['production\n', ' production', 'production\r\n', '\tproduction '])('is set by %j', (text) => {
    const settings = readSettings({ NODE_ENV: text, PARTNER_API_URL: url });
    expect(settings).toMatchObject({ isProduction: true, GRAPHIQL: false });
    expect(
      faultsOfEnvironment({ NODE_ENV: text, PARTNER_API_URL: 'http://signage.example.com' }),
    ).toHaveLength(1);
  });

  it('turns GraphiQL off unless GRAPHIQL is true', () => {
    const read = (settings: Record<string, string>) =>
      readSettings({ PARTNER_API_URL: url, ...settings }).GRAPHIQL;
    expect(read({})).toBe(true);
    expect(read({ NODE_ENV: 'development' })).toBe(true);
    expect(read(production)).toBe(false);
    expect(read({ ...production, GRAPHIQL: 'true' })).toBe(true);
    expect(read({ GRAPHIQL: 'false' })).toBe(false);
  });
});
