import type { GraphQLError } from 'graphql';
import type { Delivery, IncrementalRecord } from './execution.js';
import type { DeliveredRecord, DeliveryEvents } from './incremental-message.js';

/** Decides when records are delivered, by the rules of a format. */
export interface IncrementalOrder {
  /** Whether all that is open fails when the operation ends early, and not just what the end has failed. */
  readonly endsOpen: boolean;
  /** Takes in a record, in the order in which they are found, before it is executed. */
  add(record: IncrementalRecord): void;
  /** What is pending when the initial result is delivered; undefined where nothing is delivered later. */
  begin(): Promise<readonly Delivery[] | undefined>;
  /** What can be delivered; undefined where that is nothing yet. */
  take(): Promise<DeliveryEvents | undefined>;
  /** What an operation delivers that ends early. */
  end(error: GraphQLError): DeliveryEvents;
}

/** Records that are looked at in one turn of the event loop: some milliseconds. */
const recordsPerTurn = 2000;

/** Looks at each entry, and leaves the event loop its turns. */
export async function forEachInTurns<T>(entries: readonly T[], look: (entry: T) => void): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    look(entry);
    if (index % recordsPerTurn === recordsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The rules of 2022: a record is delivered as soon as it is complete, after the one around it or the item before it. */
export class RecordOrder implements IncrementalOrder {
  readonly endsOpen = false;
  /** Records that are not delivered yet. */
  private records: IncrementalRecord[] = [];

  add(record: IncrementalRecord): void {
    this.records.push(record);
  }

  begin(): Promise<readonly Delivery[] | undefined> {
    return Promise.resolve(this.records.length === 0 ? undefined : []);
  }

  /**
   * Takes completed records whose previous one is delivered, and drops those whose owner has become null. What is found
   * meanwhile waits behind them.
   */
  async take(): Promise<DeliveryEvents | undefined> {
    const delivered: DeliveredRecord[] = [];
    const left: IncrementalRecord[] = [];
    const records = this.records;
    this.records = [];
    await forEachInTurns(records, (record) => {
      if (record.previous?.state === 'dropped') record.state = 'dropped';
      else if (record.isReady()) record.state = record.hasOwner() ? 'delivered' : 'dropped';
      if (record.state === 'delivered') delivered.push({ record, delivery: undefined });
      else if (record.state !== 'dropped') left.push(record);
    });
    this.records = [...left, ...this.records];
    const hasNext = this.records.length > 0;
    return delivered.length === 0 && hasNext ? undefined : { pending: [], delivered, completed: [], hasNext };
  }

  /** The first record that is missing carries the error. */
  end(error: GraphQLError): DeliveryEvents {
    const [record] = this.records;
    this.records = [];
    const delivered = record === undefined ? [] : [{ record, delivery: undefined, failure: error }];
    return { pending: [], delivered, completed: [], hasNext: false };
  }
}
