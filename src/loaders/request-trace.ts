import { PartnerError, reportedCode } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';

/** One REST request of an operation, as `X-Upstream-Explain: trace` reports it. Paths and ids only, no credential. */
export interface RequestTrace {
  readonly operation: string;
  readonly path: string;
  /** HTTP status, or the code of the failure where no response came: `CANCELLED` where the operation ended first. */
  readonly status: number | string;
  readonly milliseconds: number;
  /** From 1: requests of one wave did not wait for each other's responses. */
  readonly wave: number;
}

export interface Trace {
  readonly entries: RequestTrace[];
  /** Records a request when it has ended. */
  readonly record: (endpoint: Endpoint, path: string, result: Promise<unknown>) => void;
}

/** @param now milliseconds of a clock that never goes back */
export function createTrace(now: () => number): Trace {
  const entries: RequestTrace[] = [];
  let endedWaves = 0;
  return {
    entries,
    record(endpoint, path, result) {
      const startedAt = now();
      const wave = endedWaves + 1;
      const ended = (status: number | string): void => {
        endedWaves = Math.max(endedWaves, wave);
        const milliseconds = Math.round((now() - startedAt) * 10) / 10;
        entries.push({ operation: endpoint.id, path, status, milliseconds, wave });
      };
      result.then(
        () => ended(200),
        (error: unknown) =>
          ended(error instanceof PartnerError ? (error.facts.status ?? reportedCode(error)) : 'aborted'),
      );
    },
  };
}
