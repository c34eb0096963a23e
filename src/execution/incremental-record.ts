import type { GraphQLError } from 'graphql';
import { asGraphQLError } from './field-error.js';
import type { Place, StreamedItems } from './result-path.js';
import type { Outcome, Run } from './execution.js';

/** What a part brings, and where it belongs. */
export interface IncrementalPart {
  readonly data?: Record<string, unknown> | null;
  readonly items?: readonly unknown[] | null;
  readonly path: readonly (string | number)[];
  readonly label?: string;
  readonly errors?: readonly GraphQLError[];
}

/** One message of an answer in parts: the first has the data, the others the parts. */
export interface IncrementalResult extends Outcome {
  readonly hasNext: boolean;
  readonly incremental?: readonly IncrementalPart[];
}

/** What a part belongs to: an object or a list, and where it is. */
export interface PartOwner {
  readonly place: Place;
  readonly value: object;
}

/** A deferred fragment of one object, or one streamed item. */
export class Part {
  state: 'open' | 'done' | 'delivered' | 'dropped' = 'open';

  /**
   * @param after the part that must be delivered before: the one that this belongs to, or the item before
   * @param address the path that the client is told
   * @param streamed the holder of a streamed item; undefined for a fragment
   */
  constructor(
    readonly run: Run,
    readonly after: Part | undefined,
    private readonly owner: PartOwner,
    private readonly label: string | undefined,
    private readonly address: Place,
    private readonly streamed: StreamedItems | undefined,
  ) {}

  /** Whether it is complete, and what comes before it is delivered. */
  isReady(): boolean {
    return this.state === 'done' && (this.after === undefined || this.after.state === 'delivered');
  }

  /** Whether the answer still shows what it belongs to. */
  belongs(): boolean {
    return this.owner.place.shows(this.owner.value);
  }

  /** What it brings. */
  content(): IncrementalPart {
    const { data, errors } = this.run;
    return this.tell(data, this.streamed?.items ?? null, errors);
  }

  /** The same where the operation has ended before it was complete. */
  failure(ending: Error): IncrementalPart {
    return this.tell(null, null, [asGraphQLError(ending)]);
  }

  private tell(
    data: IncrementalPart['data'],
    items: readonly unknown[] | null,
    errors: readonly GraphQLError[] | undefined,
  ): IncrementalPart {
    const { label, streamed } = this;
    const address = { path: this.address.path(), ...(label !== undefined && { label }) };
    return {
      ...(streamed === undefined ? { data: data ?? null } : { items }),
      ...address,
      ...(errors && { errors }),
    };
  }
}
