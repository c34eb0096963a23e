import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/config.js';
import { composeSchema } from './compose-schema.js';
import { faultsOf } from './json-schema.js';
import { containerOf, readDeploy, readManifests } from './manifest.js';

describe('the example for Docker Compose', () => {
  interface Service {
    readonly build: { readonly context: string };
    readonly environment: Readonly<Record<string, string>>;
    readonly stop_grace_period?: string;
    readonly mem_limit?: string;
  }
  // The first test holds it to its schema.
  const compose = parse(readDeploy('compose.yaml')) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const services = Object.entries(compose.services);

  it('fits its schema, and builds from the folder of the Dockerfile', () => {
    expect(faultsOf(composeSchema, compose)).toEqual([]);
    for (const [, { build }] of services)
      expect(existsSync(new URL(`../../deploy/${build.context}/Dockerfile`, import.meta.url))).toBe(true);
  });

  it.each(services)('%s starts with its settings', (_name, { environment, stop_grace_period: grace }) => {
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^\$\{\w+:\?.+\}$/, 'https://signage.example.com'),
    ]);
    const image = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '4000' };
    const settings = readSettings({ ...image, ...(Object.fromEntries(filled) as Record<string, string>) });
    expect(settings.HOST).toBe('0.0.0.0');
    if (grace !== undefined)
      expect(Number.parseInt(grace) * 1000).toBeGreaterThan(
        settings.DRAIN_DELAY_MS + settings.DRAIN_TIMEOUT_MS,
      );
  });

  it('has the memory in production that a pod has', () => {
    const { memory = '' } = containerOf(readManifests('kubernetes/facade.yaml')).resources.limits;
    expect(compose.services['facade']?.mem_limit).toBe(memory.toLowerCase().replace('i', ''));
  });
});
