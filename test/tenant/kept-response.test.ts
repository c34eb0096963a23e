import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeptResponses } from '../../src/tenant/kept-response.js';

let clock = 0;

/** The store's clock and its timers. */
function advance(milliseconds: number): void {
  clock += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

beforeEach(() => {
  clock = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const open = (maxBytes = 100_000, maxAgeSeconds = 60) =>
  createKeptResponses(maxBytes, maxAgeSeconds, () => clock);

describe('kept responses', () => {
  it('serves a response up to the requested age, and no longer', () => {
    const tenant = open().open();
    tenant.keep('/a', 'value', 0, 10);
    advance(5000);
    expect(tenant.find('/a', 4999)).toBeUndefined();
    expect(tenant.find('/a', 5000)).toMatchObject({ value: 'value', sentAt: 0 });
    expect(tenant.find('/b', 5000)).toBeUndefined();
  });

  it('counts the age from when the request was sent', () => {
    const tenant = open().open();
    advance(10_000);
    tenant.keep('/a', 'value', 2000, 10);
    expect(tenant.find('/a', 7999)).toBeUndefined();
    expect(tenant.find('/a', 8000)?.value).toBe('value');
  });

  it('keeps the newer of two responses that overtook each other', () => {
    const tenant = open().open();
    advance(10);
    tenant.keep('/a', 'new', 5, 10);
    tenant.keep('/a', 'old', 4, 10);
    expect(tenant.find('/a', 1000)?.value).toBe('new');
  });

  it('keeps neither what is too large nor what is too old', () => {
    const store = open(2000);
    const tenant = store.open();
    tenant.keep('/a', 'large', 0, 1000);
    advance(61_000);
    tenant.keep('/b', 'old', 0, 10);
    tenant.keep('/c', 'of unknown age', -Infinity, 10);
    expect([store.bytes(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('forgets the least recently used response first', () => {
    const tenant = open(3500).open();
    for (const path of ['/a', '/b', '/c']) tenant.keep(path, path, 0, 10);
    expect(tenant.find('/a', 0)?.value).toBe('/a');
    tenant.keep('/d', '/d', 0, 10);
    const left = ['/a', '/b', '/c', '/d'].filter((path) => tenant.find(path, 0) !== undefined);
    expect(left).toEqual(['/a', '/c', '/d']);
  });

  it('a drop takes the responses of one credential, and those that are still on their way', () => {
    const store = open();
    const [one, other] = [store.open(), store.open()];
    for (const tenant of [one, other]) tenant.keep('/a', 'value', 0, 10);
    const alone = store.bytes() / 2;
    advance(1000);
    one.drop();
    expect([one.find('/a', 60_000), store.bytes()]).toEqual([undefined, alone]);
    expect(other.find('/a', 60_000)?.value).toBe('value');
    one.keep('/a', 'sent before', 1000, 10);
    expect(one.find('/a', 60_000)).toBeUndefined();
    one.keep('/a', 'sent after', 1001, 10);
    expect(one.find('/a', 60_000)?.value).toBe('sent after');
  });

  it('keeps nothing more where 256 responses were not asked for, until the credential asks again', () => {
    const store = open(10_000_000);
    const [quiet, asking] = [store.open(), store.open()];
    for (let number = 1; number < 256; number += 1) {
      quiet.keep(`/${number}`, 'old', 0, 10);
      asking.keep(`/${number}`, number, 0, 10);
    }
    expect(asking.find('/255', 0)?.value).toBe(255);
    quiet.keep('/256', 'old', 0, 10);
    asking.keep('/256', 256, 0, 10);
    quiet.keep('/1', 'new', 0, 10);
    const found = (path: string) => [quiet, asking].map((tenant) => tenant.find(path, 0)?.value);
    expect([found('/1'), found('/255'), found('/256')]).toEqual([
      [undefined, 1],
      [undefined, 255],
      [undefined, 256],
    ]);
    quiet.keep('/1', 'new', 0, 10);
    expect(quiet.find('/1', 0)?.value).toBe('new');
  });

  it('keeps whatever comes for as long as it may still serve the last operation that asked', () => {
    const tenant = open(10_000_000).open();
    tenant.find('/first', 0);
    for (let number = 1; number <= 300; number += 1) tenant.keep(`/${number}`, number, 0, 10);
    expect(tenant.find('/1', 0)?.value).toBe(1);
    advance(60_000);
    for (let number = 1; number <= 300; number += 1) tenant.keep(`/${number}`, number, 60_000, 10);
    expect(tenant.find('/300', 0)?.value).toBe(300);
    advance(60_001);
    for (let number = 1; number <= 300; number += 1) tenant.keep(`/${number}`, number, 120_001, 10);
    expect(tenant.find('/300', 0)).toBeUndefined();
  });

  it('what is too old leaves memory although nobody asks for it, and the timer with it', () => {
    const store = open();
    store.open().keep('/a', 'value', 0, 10);
    advance(30_000);
    store.open().keep('/b', 'value', 30_000, 10);
    const both = store.bytes();
    advance(60_000);
    expect(store.bytes()).toBeLessThan(both);
    advance(60_000);
    expect([store.bytes(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('the longest age is no period of the timer', () => {
    const store = open(100_000, 2 ** 31 - 1);
    store.open().keep('/a', 'value', 0, 10);
    advance(1000 * 3600 * 24);
    expect([store.bytes() > 0, vi.getTimerCount()]).toEqual([true, 1]);
  });

  it('clear empties the store and stops its timer', () => {
    const store = open();
    store.open().keep('/a', 'value', 0, 10);
    expect(vi.getTimerCount()).toBe(1);
    store.clear();
    expect([store.bytes(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

type Step =
  | {
      readonly kind: 'keep';
      readonly tenant: number;
      readonly path: string;
      readonly ago: number;
      readonly size: number;
    }
  | { readonly kind: 'find'; readonly tenant: number; readonly path: string; readonly maxAge: number }
  | { readonly kind: 'drop'; readonly tenant: number }
  | { readonly kind: 'wait'; readonly milliseconds: number };

const tenantNumber = fc.nat(2);
const anyPath = fc.constantFrom('/a', '/b', '/c?page=1', '/d');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('keep' as const),
      tenant: tenantNumber,
      path: anyPath,
      ago: fc.nat(2000),
      size: fc.nat(1500),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('find' as const),
      tenant: tenantNumber,
      path: anyPath,
      maxAge: fc.nat(6000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), tenant: tenantNumber }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(3000) }) },
);

interface Kept {
  readonly tenant: number;
  readonly path: string;
  readonly sentAt: number;
  readonly bytes: number;
  readonly value: string;
}

/** Every response that was ever kept, and searched from the start. */
class Model {
  readonly all: Kept[] = [];
  readonly droppedAt = [-Infinity, -Infinity, -Infinity];

  constructor(
    readonly maxBytes: number,
    readonly maxAgeMs: number,
  ) {}

  /** The newest response that may be served; of several the last one to come. */
  find(tenant: number, path: string, maxAge: number): Kept | undefined {
    return this.all
      .filter((each) => each.tenant === tenant && each.path === path && each.bytes <= this.maxBytes)
      .filter(({ sentAt }) => sentAt > (this.droppedAt[tenant] ?? 0))
      .toSorted((a, b) => a.sentAt - b.sentAt)
      .findLast(({ sentAt }) => clock - sentAt <= Math.min(maxAge, this.maxAgeMs));
  }

  /** Whether everything that was ever kept has room at once. */
  get hasRoom(): boolean {
    return this.all.reduce((sum, { bytes }) => sum + bytes, 0) <= this.maxBytes;
  }
}

describe('in any order of responses, reads, drops and waits', () => {
  it('a read gets the newest response of its own credential, not older than asked, or none for want of space', () => {
    const property = fc.property(
      fc.constantFrom(2500, 6000, 1_000_000),
      fc.array(anyStep, { maxLength: 60 }),
      (maxBytes, steps) => {
        clock = 10_000;
        vi.clearAllTimers();
        const store = open(maxBytes, 5);
        const tenants = [store.open(), store.open(), store.open()];
        const model = new Model(maxBytes, 5000);
        steps.forEach((step, index) => {
          if (step.kind === 'wait') advance(step.milliseconds);
          else if (step.kind === 'drop') {
            tenants[step.tenant]?.drop();
            model.droppedAt[step.tenant] = clock;
          } else if (step.kind === 'keep') {
            const { tenant, path, ago, size } = step;
            const sentAt = clock - ago;
            const value = `response ${index}`;
            tenants[tenant]?.keep(path, value, sentAt, size);
            model.all.push({ tenant, path, sentAt, value, bytes: 2 * size + 4 * path.length + 1000 });
          } else {
            const found = tenants[step.tenant]?.find(step.path, step.maxAge);
            const expected = model.find(step.tenant, step.path, step.maxAge);
            if (found !== undefined || model.hasRoom) expect(found?.value).toBe(expected?.value);
          }
          expect(store.bytes()).toBeLessThanOrEqual(maxBytes);
        });
        advance(10_000);
        expect([store.bytes(), vi.getTimerCount()]).toEqual([0, 0]);
      },
    );
    fc.assert(property, { seed: 20_261_122, numRuns: 1000 });
  });
});
