import { describe, expect, it } from 'vitest';
import { devices, findViolations } from './access.js';
import { chromiumIsMissing, inChromium } from './browser.js';
import { useBrowserServer } from './browser-server.js';

const dashboard = useBrowserServer();

describe.skipIf(chromiumIsMissing)(`WCAG 2.2 AA${inChromium}`, () => {
  it.each(devices)('is met by the views on %s, light', async (_device, viewport) => {
    expect(await findViolations(dashboard, viewport, 'light')).toEqual({});
  });

  it('leaves nothing in motion for those who asked for none', async () => {
    const fault = { operation: 'partnerV1_screens', latencyMs: 600_000 };
    dashboard.server().simulator.setFaults([fault]);
    const { page } = await dashboard.visit('#/screens', { reducedMotion: 'reduce' });
    await page.locator('h1').waitFor();
    const moving = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
    expect(await page.evaluate(moving)).toBe(0);
  });
});
