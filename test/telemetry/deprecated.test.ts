import { describe, expect, it } from 'vitest';
import { createFacade } from '../../src/facade.js';

/** What is logged as a warning when the façade starts with these settings. */
async function warningsOf(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const warnings: string[] = [];
  const logger = {
    isLevelEnabled: () => false,
    debug: () => undefined,
    info: () => undefined,
    warn: (_fields: object, message: string) => void warnings.push(message),
    error: () => undefined,
  };
  await createFacade({ partnerApiUrl: 'http://127.0.0.1:9', settings, logger }).close();
  return warnings;
}

describe('a deprecated setting', () => {
  it('is accepted, and logged with what it means now', async () => {
    expect(await warningsOf({ CACHE: 'memory' })).toEqual([
      'CACHE=memory is deprecated and the same as off: responses are kept for max-age anyway',
    ]);
  });

  it('bounds the store that has taken its place', async () => {
    expect(await warningsOf({ UNCHANGED_MAX_BYTES: '0' })).toEqual([
      'UNCHANGED_MAX_BYTES is deprecated: CACHE_MAX_BYTES bounds all responses that are kept',
    ]);
  });

  it('is not logged where it is not set', async () => {
    expect(await warningsOf({ CACHE: 'off' })).toEqual([]);
  });
});
