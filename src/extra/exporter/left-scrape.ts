import { setTimer } from '../../base/timer.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { Backlog } from '../../operation/backlog.js';
import type { WholeResponse } from '../../operation/result.js';

/**
 * Milliseconds from the start of a scrape in which its text may be served: the usual interval of a
 * minute, with a margin. A metric has the time of the scrape that delivers it.
 */
const maxAgeMs = 90_000;

/** The text of a scrape, or the result that refuses it. */
export type PrintedScrape =
  | { readonly text: string }
  | { readonly text: undefined; readonly refusal: WholeResponse };

/** A scrape that runs, or has ended. */
export interface ScrapeRun {
  /** By the clock of tenants. */
  readonly startedAt: number;
  readonly printed: Promise<PrintedScrape>;
}

interface KeptRun extends ScrapeRun {
  readonly drop: () => void;
}

type ScrapedTenant = Pick<Tenant, 'tenantKey' | 'isAccepted' | 'refusedAt' | 'now'>;

/**
 * Scrapes whose clients have left before the end. Each is served once, to the next equal scrape of
 * its credential: what it sends is not spent for nothing. The backlog bounds their texts as results
 * that wait for their readers.
 */
export class LeftScrapes {
  /** The newest one of each kind. */
  private readonly byTenant = new WeakMap<ScrapedTenant, Map<string, KeptRun>>();

  constructor(private readonly backlog: Backlog) {}

  /** @param kind the same for scrapes with equal texts */
  keep(tenant: ScrapedTenant, kind: string, run: ScrapeRun): void {
    const runs = this.byTenant.get(tenant) ?? new Map<string, KeptRun>();
    this.byTenant.set(tenant, runs);
    runs.get(kind)?.drop();
    const drop = (): void => {
      clearTimeout(timer);
      entry.close();
      if (runs.get(kind) === kept) runs.delete(kind);
    };
    const kept: KeptRun = { ...run, drop };
    const entry = this.backlog.open(tenant, drop);
    const timer = setTimer(maxAgeMs - (tenant.now() - run.startedAt), drop);
    runs.set(kind, kept);
    run.printed.then(({ text }) => {
      entry.waits();
      if (text === undefined) drop();
      else entry.hold(text.length);
    }, drop);
  }

  /**
   * Gives out what is kept, once; undefined where it is too old, or its credential was refused
   * since.
   */
  take(tenant: ScrapedTenant, kind: string): ScrapeRun | undefined {
    const kept = this.byTenant.get(tenant)?.get(kind);
    if (kept === undefined) return undefined;
    kept.drop();
    const { startedAt } = kept;
    const isAllowed = tenant.isAccepted && startedAt > tenant.refusedAt;
    return isAllowed && tenant.now() - startedAt <= maxAgeMs ? kept : undefined;
  }
}
