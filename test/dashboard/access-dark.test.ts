import { describe, expect, it } from 'vitest';
import { devices, findViolations } from './access.js';
import { chromiumIsMissing, inChromium } from './browser.js';
import { useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`WCAG 2.2 AA${inChromium}`, () => {
  it.each(devices)('is met by the views on %s, dark', async (_device, viewport) => {
    expect(await findViolations(dashboard, viewport, 'dark')).toEqual({});
  });
});
