import type { GraphQLError } from 'graphql';
import type { ParentPath, StreamedItems } from './result-path.js';

/** An entry of `incremental`: what is delivered later, and where it belongs. */
export interface IncrementalResult {
  readonly data?: Record<string, unknown> | null;
  readonly items?: readonly unknown[] | null;
  readonly path: readonly (string | number)[];
  readonly label?: string;
  readonly errors?: readonly GraphQLError[];
}

/** As much of an execution as a record delivers. */
interface RecordSource {
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly GraphQLError[] | undefined;
}

/** A deferred fragment of one object, or one streamed item. */
export class IncrementalRecord {
  state: 'pending' | 'completed' | 'delivered' | 'dropped' = 'pending';

  /**
   * @param previous the record that must be delivered before: the one around this, or the item before
   * @param ownerPath the object or the list that it belongs to
   * @param streamed undefined for a fragment
   */
  constructor(
    private readonly source: RecordSource,
    readonly previous: IncrementalRecord | undefined,
    private readonly ownerPath: ParentPath,
    private readonly owner: object,
    private readonly label: string | undefined,
    private readonly path: ParentPath,
    private readonly streamed: StreamedItems | undefined,
  ) {}

  isReady(): boolean {
    return this.state === 'completed' && (this.previous === undefined || this.previous.state === 'delivered');
  }

  /** Whether the result still holds what it belongs to. */
  hasOwner(): boolean {
    return this.ownerPath.holds(this.owner);
  }

  /** @param failure of a record that is incomplete when the operation ends */
  toResult(failure?: GraphQLError): IncrementalResult {
    const { label, source, streamed } = this;
    const { data, errors } = failure === undefined ? source : { data: null, errors: [failure] };
    const items = failure === undefined && streamed !== undefined ? streamed.items : null;
    return {
      ...(streamed === undefined ? { data } : { items }),
      ...{ path: this.path.toArray() },
      ...(label !== undefined && { label }),
      ...(errors && { errors }),
    };
  }
}
