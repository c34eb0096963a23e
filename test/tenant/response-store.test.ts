import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { Alone } from '../../src/shared/alone.js';
import { responseWith } from '../rig/memory-upstream.js';
import { entryBytes, found, keep, openResponses } from './keep.js';

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
  new ResponseStore(maxBytes, maxAgeSeconds, new Alone(), () => clock);

describe('kept responses', () => {
  it('where it is full, what is used stays, and what is not leaves within seconds', () => {
    const tenant = openResponses(open(entryBytes(3)));
    for (const path of ['/a', '/b', '/c', '/d']) keep(tenant, path, path, clock);
    expect(found(tenant, '/a', '/b', '/c', '/d')).toEqual(['/a', '/b', '/c']);
    advance(4000);
    expect(found(tenant, '/a')).toEqual(['/a']);
    advance(4000);
    keep(tenant, '/d', '/d', clock);
    expect(found(tenant, '/a', '/b', '/c', '/d')).toEqual(['/a', '/d']);
  });

  it('a newer response that has no room takes the older one with it', () => {
    const tenant = openResponses(open(entryBytes(1)));
    keep(tenant, '/a', 'old', 0);
    keep(tenant, '/a', 'a larger one', 1, 500);
    expect(tenant.find('/a', 1000)).toBeUndefined();
  });

  it('of what always changes keeps nothing more where 256 responses were not asked for, until one is', () => {
    const tenant = openResponses(open(10_000_000));
    for (const text of ['old', 'new'])
      for (let number = 1; number <= 128; number += 1) keep(tenant, `/${number}`, text, 0);
    keep(tenant, '/1', 'newer', 0);
    expect(tenant.find('/1', 0)).toBeUndefined();
    expect(tenant.find('/2', 0)?.value).toBe('new');
    keep(tenant, '/1', 'newest', 0);
    expect(tenant.find('/1', 0)?.value).toBe('newest');
  });

  it('keeps whatever comes for as long as it may still serve the last operation that asked', () => {
    const tenant = openResponses(open(10_000_000, 10));
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

  it('the longest age is no period of the timer', () => {
    const store = open(100_000, 2 ** 31 - 1);
    keep(openResponses(store), '/a', 'value', 0, 10);
    advance(1000 * 3600 * 24);
    expect([store.bytes > 0, vi.getTimerCount()]).toEqual([true, 1]);
  });

  it('clear empties the store and stops its timer', () => {
    const store = open();
    keep(openResponses(store), '/a', 'value', 0, 10);
    expect(vi.getTimerCount()).toBe(1);
    store.clear();
    expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

const anyStep = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('keep') },
    { weight: 5, arbitrary: fc.constant('find') },
    { weight: 1, arbitrary: fc.constant('drop') },
    { weight: 3, arbitrary: fc.constant('wait') },
  ),
  tenant: fc.nat(2),
  path: fc.constantFrom('/a', '/b', '/c?page=1', '/d'),
  /**
   * Milliseconds: of a response since its request, of the oldest that is accepted, and of a wait.
   */
  ago: fc.oneof({ weight: 9, arbitrary: fc.nat(2000) }, fc.constant(Infinity)),
  maxAge: fc.oneof(fc.nat(6000), fc.constant(Infinity)),
  pause: fc.nat(3000),
  size: fc.nat(1500),
});

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

it('in any order of responses, reads, drops and waits, a read gets the newest response of its own credential, not older than asked, or none for want of space', () => {
  const property = fc.property(
    fc.constantFrom(2500, 6000, 1_000_000),
    fc.array(anyStep, { maxLength: 60 }),
    (maxBytes, steps) => {
      clock = 10_000;
      vi.clearAllTimers();
      const store = open(maxBytes, 5);
      const tenants = [openResponses(store), openResponses(store), openResponses(store)];
      const model = new Model(maxBytes, 5000);
      steps.forEach(({ kind, tenant, path, ago, maxAge, pause, size }, index) => {
        if (kind === 'wait') advance(pause);
        else if (kind === 'drop') {
          tenants[tenant]?.drop();
          model.droppedAt[tenant] = clock;
        } else if (kind === 'keep') {
          const sentAt = clock - ago;
          const value = `response ${index}`;
          keep(tenants[tenant], path, value, sentAt, size);
          model.all.push({ tenant, path, sentAt, value, bytes: 3 * size + 2 * path.length + 500 });
        } else {
          const found = tenants[tenant]?.find(path, maxAge);
          const expected = model.find(tenant, path, maxAge);
          if (found !== undefined || model.hasRoom) expect(found?.value).toBe(expected?.value);
        }
        expect(store.bytes).toBeLessThanOrEqual(maxBytes);
      });
      advance(180_000);
      expect([store.bytes, vi.getTimerCount()]).toEqual([0, 0]);
    },
  );
  fc.assert(property, { seed: 20_261_122, numRuns: 400 });
});

describe('a full store', () => {
  it('a credential with less than an equal share takes room of what another has beyond it', () => {
    const store = open(entryBytes(8));
    const [first, second] = [openResponses(store), openResponses(store)];
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
    for (const path of paths) keep(first, path, path, 0);
    first.recognize('/0', responseWith('/0'.padEnd(10)), 0);
    for (const path of paths) keep(second, path, path, 0);
    expect(found(second, ...paths)).toHaveLength(4);
    const left = found(first, ...paths);
    expect(left).toHaveLength(4);
    // What has come again stays longest.
    expect(left).toContain('/0');
  });

  it('who holds no more than an equal share loses nothing to others', () => {
    const anyKeep = fc.record({ tenant: fc.nat(4), path: fc.nat(40), size: fc.nat(300) });
    const property = fc.property(fc.array(anyKeep, { maxLength: 80 }), (keeps) => {
      const maxBytes = entryBytes(20);
      const store = open(maxBytes);
      const tenants = Array.from({ length: 5 }, () => ({
        responses: openResponses(store),
        paths: new Map<string, number>(),
      }));
      for (const { tenant, path, size } of keeps) {
        const name = `/${path}`;
        keep(tenants[tenant]?.responses, name, name, 0, size);
        tenants[tenant]?.paths.set(name, 3 * size + 2 * name.length + 500);
        for (const [nth, { responses, paths }] of tenants.entries()) {
          const held = [...paths].filter(([each]) => responses.find(each, Infinity) !== undefined);
          const lost = paths.size - held.length;
          const before = [...paths.values()].reduce((sum, bytes) => sum + bytes, 0);
          if (nth !== tenant && lost > 0) expect(before).toBeGreaterThan(maxBytes / 5);
          paths.clear();
          for (const [each, bytes] of held) paths.set(each, bytes);
        }
        expect(store.bytes).toBeLessThanOrEqual(maxBytes);
      }
      store.clear();
    });
    fc.assert(property, { seed: 20_261_123, numRuns: 300 });
  });
});
