import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumIsMissing, launchOptions } from './browser.js';
import { buildAssets } from '../dashboard/build.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Chromium of this run listens. */
    browserEndpoint: string;
  }
}

/**
 * Builds the page before the first worker starts, as two workers would write it at the same time,
 * and starts one Chromium for all of them.
 *
 * @returns what ends it
 */
export default async function prepare(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (chromiumIsMissing) return undefined;
  await buildAssets();
  const server = await chromium.launchServer(launchOptions);
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
