import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createFindWorld } from '../find/find-world.js';
import { numberedScreen } from '../find/numbered-screen.js';
import { chromiumIsMissing, inChromium, phone, settle, show } from './browser.js';
import { usePage } from './browser-server.js';
import { search } from './list.js';

const arabic = 'المدخل الرئيسي للمستشفى الجامعي – الطابق الأول – شاشة المعلومات للزوار والمرضى';
const names = [arabic, 'شاشة المدخل – Gate 3 (A)', ' ', '', '\u200b\u00ad', 'Zürich HB – Gleis 3'];

/** Screens `s1` to `s6`, which are unpaired or offline, with these names. */
const screens = names.map((name, index) => {
  const { record, kind } = numberedScreen(index + 1);
  return {
    kind,
    record: {
      ...record,
      name,
      status: index % 2 === 0 ? 'offline' : 'unpaired',
      description: arabic,
    },
  };
});
const { transport } = createFindWorld({ screens });
const options = { facade: { transport } };

/**
 * Whether the first character stands to the right of the last one, and within what is not cut off.
 */
const beginsAtTheRight = (link: Locator): Promise<boolean> =>
  link.evaluate((element) => {
    const text = element.firstChild;
    if (text === null) throw new Error('The link has no text.');
    const placeOf = (index: number): DOMRect => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return range.getBoundingClientRect();
    };
    const box = element.getBoundingClientRect();
    const [first, last] = [placeOf(0), placeOf((text.textContent ?? '').length - 1)];
    return first.left > last.left && first.left > box.left && first.right <= box.right + 1;
  });

describe.skipIf(chromiumIsMissing)(`names in any script, and blank ones${inChromium}`, () => {
  const { page } = usePage('#/', {}, options);
  const linkOf = (id: string): Locator => page().locator(`main a[href="#/screens/${id}"]`);

  const addresses = ['#/', '#/screens', '#/screens?as=cards'];
  it.each(addresses)(
    '%s: a name begins on the side of its script, and its end is cut off',
    async (hash) => {
      await show(page(), hash);
      await linkOf('s1').first().waitFor();
      for (const id of ['s1', 's2'])
        for (const link of await linkOf(id).all()) expect(await beginsAtTheRight(link)).toBe(true);
      for (const link of await linkOf('s6').all()) expect(await beginsAtTheRight(link)).toBe(false);
    },
  );

  it.each(addresses)(
    '%s: in the place of a blank name is the id, which can be clicked',
    async (hash) => {
      await show(page(), hash);
      for (const id of ['s3', 's4', 's5']) {
        const link = page().locator('main').getByRole('link', { name: id, exact: true }).first();
        await link.waitFor();
        expect((await link.boundingBox())?.height).toBeGreaterThan(15);
        expect((await link.boundingBox())?.width).toBeGreaterThan(10);
      }
      await linkOf('s4').first().click();
      await expect.poll(() => page().url()).toMatch(/#\/screens\/s4$/);
    },
  );

  it('an id that is pasted finds its record, and words are found in the description', async () => {
    await show(page(), '#/screens');
    const box = page().getByRole('searchbox');
    await box.fill(' s3 ');
    await page().getByText('1 of 6 screens').waitFor();
    expect(await page().locator('[data-place] .row-link').getAttribute('href')).toBe(
      '#/screens/s3',
    );
    await box.fill('للزوار zuerich');
    await page().getByText('1 of 6 screens').waitFor();
    await search(page(), 'gleis');
    expect(await page().locator('[data-place] .row-link').getAttribute('href')).toBe(
      '#/screens/s6',
    );
  });

  it('a phone shows them as well', async () => {
    await page().setViewportSize(phone);
    await show(page(), '#/screens');
    await settle(page());
    expect(await beginsAtTheRight(linkOf('s1'))).toBe(true);
    expect((await linkOf('s4').boundingBox())?.height).toBeGreaterThan(15);
  });
});
