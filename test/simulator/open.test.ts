import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../src/simulator/simulator.js';
import { crawl, type Item } from './ask.js';
import { endpoints, tableNames } from '../partner/contract.js';

let simulator: Simulator;
let media: Item[];

beforeAll(async () => {
  simulator = await startSimulator();
  media = await crawl(simulator, '/media');
});
afterAll(() => simulator.close());

function locationOf(type: string, field: string): string {
  const found = media.find((one) => one['type'] === type && one[field] !== undefined);
  return String(found?.[field]);
}

describe('pictures', () => {
  it.each([
    ['image', 'url'],
    ['image', 'thumbnailUrl'],
    ['video', 'url'],
    ['video', 'thumbnailUrl'],
  ])('Resources, Media: the %s’s %s shows a picture without a credential', async (type, field) => {
    const response = await fetch(locationOf(type, field));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect(await response.text()).toMatch(/^<svg [^]*<\/svg>\n$/);
  });

  it('names with markup characters stay text', async () => {
    const found = await crawl(simulator, '/media', 'second organization');
    const locations = found.filter(({ name, url }) => String(name).includes('&') && url !== undefined);
    expect(locations.length).toBeGreaterThan(0);
    expect(await (await fetch(String(locations[0]?.['url']))).text()).toContain('Stollen &#38; Plätzchen');
  });

  it('What the service does: a location is opaque; without its signature, or with another, it is gone', async () => {
    const url = locationOf('image', 'url');
    const [path = ''] = url.split('?');
    for (const wrong of [
      path,
      url.replace(/signature=./, 'signature=z'),
      `${simulator.url}/assets/none.svg`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404);
    }
  });
});

describe('the reference page', () => {
  it('What the service does: shows every operation, scope and resource, and loads nothing from elsewhere', async () => {
    const response = await fetch(`${simulator.url}/api/partner/docs`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [id, path, scope = 'any credential'] of endpoints) {
      for (const part of [id, path, scope]) expect(page).toContain(part);
    }
    for (const name of tableNames) expect(page).toContain(`<section id="${name}">`);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});
