import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../export/csv.js';
import { chromiumIsMissing, inChromium } from './browser.js';
import { usePage } from './browser-server.js';

describe.skipIf(chromiumIsMissing)(`the download of a list${inChromium}`, () => {
  const { page } = usePage('#/screens?status=OFFLINE&sort=-name');

  it('is what is filtered and ordered, by keyboard', async () => {
    await page().getByText('25 of 240 screens').waitFor();
    const downloading = page().waitForEvent('download');
    await page().getByRole('button', { name: 'Download CSV' }).press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('screens.csv');
    const [header = [], ...lines] = readCsv(await text(await download.createReadStream()));
    expect(header.slice(0, 4)).toEqual(['id', 'name', 'description', 'status']);
    expect(lines).toHaveLength(25);
    expect(new Set(lines.map(([, , , status]) => status))).toEqual(new Set(['OFFLINE']));
    const shown = await page().locator('[data-place="0"] .row-link').textContent();
    expect(lines[0]?.[1]).toBe(shown);
    await page().getByText('Saved: ').waitFor();
  });
});
