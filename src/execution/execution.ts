import type { ExecutionResult, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Fragments } from './collect-fields.js';
import type { LeftOut } from './omitted-errors.js';
import type { Part } from './incremental-record.js';
import type { Parts } from './incremental-publisher.js';
import type { CompiledSelection, Variables } from './compiled-query.js';
import type { Work } from './work.js';

/** An operation that is ready to run. */
export interface CompiledOperation {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly definition: OperationDefinitionNode;
  readonly root: CompiledSelection;
}

/** What came of an operation, and what its answer does not show. */
export interface Outcome extends ExecutionResult {
  /** Fields and items of the answer. */
  readonly nodes?: number;
  /** Errors that are not listed. */
  readonly leftOut?: LeftOut;
}

/**
 * One run of an operation, or of a part of it that comes later. A class, as whatever an object literal or an array literal
 * makes may be taken for lasting by V8, which then keeps all that it points to until the next full collection: here,
 * everything that the operation has read.
 */
export class Run {
  data: Record<string, unknown> | null = null;
  errors: GraphQLError[] | undefined;
  /** Values that have not come yet. */
  pending = 0;
  finish: (() => void) | undefined;
  /** The part that it makes; undefined for what comes first. */
  part: Part | undefined;

  constructor(
    readonly plan: CompiledOperation,
    readonly context: unknown,
    /** Coerced. */
    readonly variables: Variables,
    readonly work: Work,
    /** Undefined where everything comes at once. */
    readonly parts: Parts | undefined,
  ) {}

  /** Takes note of a value that has come. */
  arrived(): void {
    this.pending -= 1;
    if (this.pending === 0) this.finish?.();
  }
}
