import { describe, expect, it } from 'vitest';
import { Lifetime } from '../../src/base/lifetime.js';

function follow(lifetime: Lifetime) {
  const reasons: string[] = [];
  const dependent = { end: ({ message }: Error) => void reasons.push(message) };
  lifetime.add(dependent);
  return { dependent, reasons };
}

describe('a lifetime', () => {
  it('ends once, for the first reason, and with it all that depends on it', () => {
    const lifetime = new Lifetime();
    const [one, other] = [follow(lifetime), follow(lifetime)];
    expect(lifetime.ended).toBeUndefined();
    lifetime.end(new Error('first'));
    lifetime.end(new Error('second'));
    expect(lifetime.ended?.message).toBe('first');
    expect([one.reasons, other.reasons]).toEqual([['first'], ['first']]);
  });

  it('ends what is added late at once, and nothing that was removed', () => {
    const lifetime = new Lifetime();
    const { dependent, reasons } = follow(lifetime);
    lifetime.remove(dependent);
    lifetime.end(new Error('over'));
    expect(reasons).toEqual([]);
    expect(follow(lifetime).reasons).toEqual(['over']);
  });

  it('lets a dependent remove or add others while it ends', () => {
    const lifetime = new Lifetime();
    const order: string[] = [];
    const last = { end: () => void order.push('last') };
    lifetime.add({
      end() {
        order.push('first');
        lifetime.remove(last);
        lifetime.add({ end: () => void order.push('late') });
      },
    });
    lifetime.add(last);
    lifetime.end(new Error('over'));
    expect(order).toEqual(['first', 'late', 'last']);
  });

  it('is listened for only while something depends on it', () => {
    const ends = new Set<(reason: Error) => void>();
    const lifetime = new Lifetime((end) => {
      ends.add(end);
      return () => ends.delete(end);
    });
    expect(ends.size).toBe(0);
    const { dependent } = follow(lifetime);
    const other = follow(lifetime);
    expect(ends.size).toBe(1);
    lifetime.remove(dependent);
    lifetime.remove(dependent);
    expect(ends.size).toBe(1);
    lifetime.remove(other.dependent);
    expect(ends.size).toBe(0);
    const { reasons } = follow(lifetime);
    for (const end of ends) end(new Error('left'));
    expect([reasons, ends.size]).toEqual([['left'], 0]);
  });
});
