import { LRUCache } from 'lru-cache';

/** One lease more ends the one that was extended the longest time ago: two processes then do the same work. */
const maxLeases = 100_000;

export type Leases<Client> = ReturnType<typeof createLeases<Client>>;

interface Lease<Client> {
  readonly owner: string;
  readonly client: Client;
}

/**
 * Who does what, each lease until its time is over or its process has ended.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createLeases<Client>(now: () => number) {
  const leases = new LRUCache<string, Lease<Client>>({
    max: maxLeases,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    /** Takes or extends a lease; false where another owner has it. */
    take(client: Client, key: string, owner: string, holdMs: number): boolean {
      if ((leases.get(key)?.owner ?? owner) !== owner) return false;
      leases.set(key, { owner, client }, { ttl: holdMs });
      return true;
    },
    release(key: string, owner: string): void {
      if (leases.get(key)?.owner === owner) leases.delete(key);
    },
    /** Releases what a process has left behind. */
    forget(client: Client): void {
      for (const [key, lease] of [...leases.entries()]) if (lease.client === client) leases.delete(key);
    },
  };
}
