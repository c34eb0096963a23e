import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { entryBytes, found, keep } from './keep.js';

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
  new ResponseStore(maxBytes, maxAgeSeconds, () => clock);

describe('kept responses', () => {
  it('serves a response up to the requested age, and no longer', () => {
    const tenant = open().open();
    keep(tenant, '/a', 'value', 0, 10);
    advance(5000);
    expect(tenant.find('/a', 4999)).toBeUndefined();
    expect(tenant.find('/a', 5000)).toMatchObject({ value: 'value', sentAt: 0 });
    expect(tenant.find('/b', 5000)).toBeUndefined();
  });

  it('counts the age from when the request was sent', () => {
    const tenant = open().open();
    advance(10_000);
    keep(tenant, '/a', 'value', 2000, 10);
    expect(tenant.find('/a', 7999)).toBeUndefined();
    expect(tenant.find('/a', 8000)?.value).toBe('value');
  });

  it('keeps the newer of two responses that overtook each other', () => {
    const tenant = open().open();
    advance(10);
    keep(tenant, '/a', 'new', 5, 10);
    keep(tenant, '/a', 'old', 4, 10);
    expect(tenant.find('/a', 1000)?.value).toBe('new');
  });

  it('keeps nothing that is too large, and serves nothing that is too old', () => {
    const store = open(2000);
    const tenant = store.open();
    keep(tenant, '/a', 'large', 0, 1000);
    expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
    advance(61_000);
    keep(tenant, '/b', 'old', 0, 10);
    keep(tenant, '/c', 'of unknown age', -Infinity, 10);
    expect(['/a', '/b', '/c'].map((path) => tenant.find(path, Infinity))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('where it is full, what is used stays, and what is not leaves within seconds', () => {
    const tenant = open(entryBytes(3)).open();
    for (const path of ['/a', '/b', '/c', '/d']) keep(tenant, path, path, clock);
    expect(found(tenant, '/a', '/b', '/c', '/d')).toEqual(['/a', '/b', '/c']);
    advance(4000);
    expect(found(tenant, '/a')).toEqual(['/a']);
    advance(4000);
    keep(tenant, '/d', '/d', clock);
    expect(found(tenant, '/a', '/b', '/c', '/d')).toEqual(['/a', '/d']);
  });

  it('a newer response that has no room takes the older one with it', () => {
    const tenant = open(entryBytes(1)).open();
    keep(tenant, '/a', 'old', 0);
    keep(tenant, '/a', 'a larger one', 1, 500);
    expect(tenant.find('/a', 1000)).toBeUndefined();
  });

  it('a drop takes the responses of one credential, and those that are still on their way', () => {
    const store = open();
    const [one, other] = [store.open(), store.open()];
    for (const tenant of [one, other]) keep(tenant, '/a', 'value', 0, 10);
    const alone = store.bytes / 2;
    advance(1000);
    one.drop();
    expect([one.find('/a', 60_000), store.bytes]).toEqual([undefined, alone]);
    expect(other.find('/a', 60_000)?.value).toBe('value');
    keep(one, '/a', 'sent before', 1000, 10);
    expect(one.find('/a', 60_000)).toBeUndefined();
    keep(one, '/a', 'sent after', 1001, 10);
    expect(one.find('/a', 60_000)?.value).toBe('sent after');
  });

  it('of what always changes keeps nothing more where 256 responses were not asked for, until one is', () => {
    const tenant = open(10_000_000).open();
    for (const text of ['old', 'new'])
      for (let number = 1; number <= 128; number += 1) keep(tenant, `/${number}`, text, 0);
    keep(tenant, '/1', 'newer', 0);
    expect(tenant.find('/1', 0)).toBeUndefined();
    expect(tenant.find('/2', 0)?.value).toBe('new');
    keep(tenant, '/1', 'newest', 0);
    expect(tenant.find('/1', 0)?.value).toBe('newest');
  });

  it('keeps whatever comes for as long as it may still serve the last operation that asked', () => {
    const tenant = open(10_000_000, 10).open();
    const keepAll = (text: string): void => {
      for (let number = 1; number <= 300; number += 1) keep(tenant, `/${number}`, text, clock);
    };
    tenant.find('/first', 0);
    for (const text of ['first', 'second']) keepAll(text);
    expect(tenant.find('/1', 0)?.value).toBe('second');
    advance(10_000);
    keepAll('third');
    expect(tenant.find('/300', 0)?.value).toBe('third');
    advance(10_001);
    keepAll('fourth');
    expect(tenant.find('/300', 0)).toBeUndefined();
  });

  it('what is too old leaves memory although nobody asks for it, and the timer with it', () => {
    const store = open();
    keep(store.open(), '/a', 'value', 0, 10);
    advance(30_000);
    keep(store.open(), '/b', 'value', 30_000, 10);
    const both = store.bytes;
    advance(60_000);
    expect(store.bytes).toBeLessThan(both);
    advance(60_000);
    expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('the longest age is no period of the timer', () => {
    const store = open(100_000, 2 ** 31 - 1);
    keep(store.open(), '/a', 'value', 0, 10);
    advance(1000 * 3600 * 24);
    expect([store.bytes > 0, vi.getTimerCount()]).toEqual([true, 1]);
  });

  it('clear empties the store and stops its timer', () => {
    const store = open();
    keep(store.open(), '/a', 'value', 0, 10);
    expect(vi.getTimerCount()).toBe(1);
    store.clear();
    expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
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
            keep(tenants[tenant], path, value, sentAt, size);
            model.all.push({ tenant, path, sentAt, value, bytes: 3 * size + 2 * path.length + 500 });
          } else {
            const found = tenants[step.tenant]?.find(step.path, step.maxAge);
            const expected = model.find(step.tenant, step.path, step.maxAge);
            if (found !== undefined || model.hasRoom) expect(found?.value).toBe(expected?.value);
          }
          expect(store.bytes).toBeLessThanOrEqual(maxBytes);
        });
        advance(180_000);
        expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
      },
    );
    fc.assert(property, { seed: 20_261_122, numRuns: 1000 });
  });
});
