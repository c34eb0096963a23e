import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';

/** One REST request of an operation, as `X-Upstream-Explain: trace` tells it. Paths and ids only, no credential. */
export interface RequestTrace {
  readonly operation: string;
  readonly path: string;
  /** HTTP status, or the code of the failure where no answer came. */
  readonly status: number | string;
  readonly milliseconds: number;
  /** From 1: requests of one wave did not wait for each other's answers. */
  readonly wave: number;
}

export interface Trace {
  readonly entries: RequestTrace[];
  /** Follows a request until it has ended. */
  readonly follow: (operation: Endpoint, path: string, result: Promise<unknown>) => void;
}

/** @param now milliseconds of a clock that never goes back */
export function createTrace(now: () => number): Trace {
  const entries: RequestTrace[] = [];
  let answered = 0;
  return {
    entries,
    follow(operation, path, result) {
      const startedAt = now();
      const wave = answered + 1;
      const ended = (status: number | string): void => {
        answered = Math.max(answered, wave);
        const milliseconds = Math.round((now() - startedAt) * 10) / 10;
        entries.push({ operation: operation.id, path, status, milliseconds, wave });
      };
      result.then(
        () => ended(200),
        (error: unknown) =>
          ended(error instanceof PartnerError ? (error.facts.status ?? error.code) : 'aborted'),
      );
    },
  };
}
