import { describe, expect, it } from 'vitest';
import { refusedWith } from '../../../src/operation/result.js';
import { Backlog } from '../../../src/operation/backlog.js';
import {
  LeftScrapes,
  type PrintedScrape,
  type ScrapeRun,
} from '../../../src/extra/exporter/left-scrape.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

const run = (startedAt: number, printed: PrintedScrape = { text: 'up 1\n' }): ScrapeRun => ({
  startedAt,
  printed: Promise.resolve(printed),
});

/** A tenant whose clock stands, with its scrapes in a backlog of so many bytes. */
function openLeft(maxBytes = 1000) {
  const tenant = {
    tenantKey: 'berlin',
    isAccepted: true,
    refusedAt: -Infinity,
    time: 0,
    now: () => tenant.time,
  };
  const left = new LeftScrapes(new Backlog(maxBytes, () => tenant.time));
  return { tenant, left };
}

describe('a scrape that is kept', () => {
  it('is given out once, and until 90 seconds after its start', () => {
    const { tenant, left } = openLeft();
    const first = run(0);
    tenant.time = 90_000;
    left.keep(tenant, 'all', first);
    expect(left.take(tenant, 'all')?.printed).toBe(first.printed);
    expect(left.take(tenant, 'all')).toBeUndefined();
    left.keep(tenant, 'all', run(0));
    tenant.time = 90_001;
    expect(left.take(tenant, 'all')).toBeUndefined();
  });

  it('gives way to a newer one of its kind alone', () => {
    const { tenant, left } = openLeft();
    const [first, second, other] = [run(0), run(1), run(2)];
    left.keep(tenant, 'all', first);
    left.keep(tenant, 'all', second);
    left.keep(tenant, 'media', other);
    expect(left.take(tenant, 'all')?.printed).toBe(second.printed);
    expect(left.take(tenant, 'media')?.printed).toBe(other.printed);
  });

  it('is gone where its credential was refused after its start, or is not accepted any more', () => {
    const { tenant, left } = openLeft();
    left.keep(tenant, 'all', run(1));
    tenant.refusedAt = 1;
    expect(left.take(tenant, 'all')).toBeUndefined();
    left.keep(tenant, 'all', run(2));
    tenant.isAccepted = false;
    expect(left.take(tenant, 'all')).toBeUndefined();
  });

  it('is gone where it was refused, or could not be printed', async () => {
    const { tenant, left } = openLeft();
    left.keep(tenant, 'all', run(0, { text: undefined, refusal: refusedWith([]) }));
    left.keep(tenant, 'media', { startedAt: 0, printed: Promise.reject(new Error('a fault')) });
    await settle();
    expect([left.take(tenant, 'all'), left.take(tenant, 'media')]).toEqual([undefined, undefined]);
  });

  it('leaves first where the results of the process exceed their bound', async () => {
    const { tenant, left } = openLeft(10);
    left.keep(tenant, 'all', run(0, { text: 'x'.repeat(8) }));
    await settle();
    tenant.time = 1;
    left.keep(tenant, 'media', run(1, { text: 'x'.repeat(8) }));
    await settle();
    expect(left.take(tenant, 'all')).toBeUndefined();
    expect(left.take(tenant, 'media')).toBeDefined();
  });
});
