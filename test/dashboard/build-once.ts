import { buildAssets } from './build.js';
import { chromiumIsMissing } from './browser.js';

/** Builds the page before the first worker starts: two workers would write it at the same time. */
export default async function buildOnce(): Promise<void> {
  if (!chromiumIsMissing) await buildAssets();
}
