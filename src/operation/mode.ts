import type { Run } from './execute.js';
import type { OperationResponse } from './result.js';

/** A way to respond to some operations that an extra brings: a stream of events, a file. */
export interface Mode {
  /**
   * Responds in place of the plain run.
   *
   * @returns undefined where the operation is none of its kind
   */
  open(run: Run): OperationResponse | Promise<OperationResponse> | undefined;
}
