import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { responseWith } from '../rig/memory-upstream.js';
import { entryBytes, found, keep } from './keep.js';

const open = (maxBytes: number) => new ResponseStore(maxBytes, 60, () => 0);

describe('a full store', () => {
  it('a credential with less than an equal share takes room of what another has beyond it', () => {
    const store = open(entryBytes(8));
    const [first, second] = [store.open(), store.open()];
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
        responses: store.open(),
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
