import { PartnerError, reportedCode } from '../partner/error.js';
import type { Endpoint, Scope } from '../partner/endpoint.js';

/** What one GraphQL operation has cost and saved, in REST requests. */
export const createCost = (shared = 0, cached = 0) => ({
  /** Sent, second attempts included. */
  requests: 0,
  /** Repeated in this operation, and served by a read that had already started. */
  deduplicated: 0,
  /** Records that a list had already shown. */
  primed: 0,
  /** Single reads that a sweep of the list has replaced. */
  swept: 0,
  /** Served by a kept response, as the client allows. */
  cached,
  /** Served by a request of another operation of the same credential. */
  shared,
});

export type Cost = ReturnType<typeof createCost>;

/**
 * One REST request of an operation, as `X-Upstream-Explain: trace` reports it. Paths and ids only,
 * no credential.
 */
export interface RequestTrace {
  readonly operation: string;
  readonly path: string;
  /** Undefined where any credential will do. */
  readonly scope: Scope | undefined;
  /**
   * HTTP status, or the code of the failure where no response came: `CANCELLED` where the operation
   * ended first.
   */
  readonly status: number | string;
  readonly milliseconds: number;
  /** From 1: requests of one wave did not wait for each other's responses. */
  readonly wave: number;
}

/** The requests of an operation, each recorded when it has ended. */
export class Trace {
  readonly entries: RequestTrace[] = [];
  private endedWaves = 0;

  constructor(private readonly now: () => number) {}

  record({ id: operation, scope }: Endpoint, path: string, result: Promise<unknown>): void {
    const startedAt = this.now();
    const wave = this.endedWaves + 1;
    const end = (status: number | string): void => {
      this.endedWaves = Math.max(this.endedWaves, wave);
      const milliseconds = Math.round((this.now() - startedAt) * 10) / 10;
      this.entries.push({ operation, path, scope, status, milliseconds, wave });
    };
    result.then(
      () => end(200),
      (error: unknown) => end(failedStatusOf(error)),
    );
  }
}

function failedStatusOf(error: unknown): number | string {
  if (!(error instanceof PartnerError)) return 'aborted';
  return error.facts.status ?? reportedCode(error);
}
