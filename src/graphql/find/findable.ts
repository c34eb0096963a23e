import type { InputRef } from '@pothos/core';
import {
  type AnyFinder,
  type Criteria,
  type FilterInput,
  type Finder,
  maxMatches,
  type OrderInput,
  readCriteria,
} from '../../find/finder.js';
import type { Identified } from '../../partner/collection.js';
import { asError } from '../../partner/error.js';
import { builder, type Context, type ObjectRef } from '../builder.js';
import { connectionOf, type ConnectionRef } from '../connection.js';
import type { FieldCost } from '../cost/field-cost.js';
import { loadsRecord } from '../declared-read.js';
import { pageArguments } from '../read-connection.js';
import { readField } from '../read-field.js';
import { filterType, orderType, summaryType } from './find-type.js';
import { Search, type Summary } from './search.js';

type Owner = 'Query' | 'Organization';

/**
 * A finder in the schema. Its types follow from it: `ScreenFilter`, `ScreenOrder` and
 * `ScreenSummary`, for example.
 */
export class Findable<T extends Identified> {
  private readonly connection: ConnectionRef<T>;
  private readonly filter: InputRef<FilterInput>;
  private readonly orderBy: InputRef<OrderInput>;
  private readonly summary: ObjectRef<Summary>;
  private readonly everything: Criteria<T>;

  constructor(
    private readonly type: ObjectRef<T>,
    readonly finder: Finder<T>,
  ) {
    this.connection = connectionOf(finder.collection.type, `${finder.noun}s`, type);
    this.filter = filterType(finder);
    this.orderBy = orderType(finder);
    this.summary = summaryType(finder);
    this.everything = readCriteria(finder, null, null);
  }

  /** The options of a root field that reads a record by its id. */
  recordField() {
    const { type, finder } = this;
    const { collection, noun } = finder;
    return {
      type,
      nullable: true as const,
      description:
        `One ${noun} by its REST id. Costs one REST request and needs ${collection.get.scope}. Null, with NOT_FOUND in ` +
        '`errors`, if there is none.',
      args: builder.args((t) => ({
        id: t.id({ required: true, description: `REST id of the ${noun}, 1 to 512 characters.` }),
      })),
      ...loadsRecord(collection, 'id'),
    };
  }

  /**
   * The options of a field that shows the collection, filtered and ordered as the client wishes.
   */
  field(owner: Owner) {
    const { finder, filter, orderBy } = this;
    const args = builder.args((t) => ({
      filter: t.field({
        type: filter,
        description:
          'Shows only the items that match. The façade reads the list, one REST request for each 100 items, until it has ' +
          'found enough; with `totalCount`, `page` or `orderBy` it reads the whole list.',
      }),
      orderBy: t.field({
        type: orderBy,
        description:
          'Orders the items. The façade reads the whole list, one REST request for each 100 items. Without it they come in ' +
          'the order of the Partner API.',
      }),
      ...pageArguments,
    }));
    return readField(this.connection, describeList(finder, owner), args, {
      cost: this.cost('pages'),
      read: async (context, _id, given, parts) =>
        this.search(context, given.filter, given.orderBy).connection(given, parts),
    });
  }

  /** The options of a field that counts the records of the collection that match. */
  summaryField(owner: Owner) {
    const { finder, filter } = this;
    const args = builder.args((t) => ({
      filter: t.field({
        type: filter,
        description: 'Only the records that match; all of them without one.',
      }),
    }));
    return readField(this.summary, describeSummary(finder, owner), args, {
      cost: this.cost('summary'),
      read: async (context, _id, given) => this.search(context, given.filter).summary(),
    });
  }

  /**
   * A filter and an order are read, or refused, once for equal arguments: each text is folded and
   * each list sorted.
   */
  private search(
    context: Context,
    filter: FilterInput | null | undefined,
    orderBy?: OrderInput | null,
  ): Search<T> {
    const { finder } = this;
    if (filter == null && orderBy == null) return new Search(context, finder, this.everything);
    const key = JSON.stringify(['criteria', finder.collection.name, filter, orderBy]);
    const criteria = context.partner.memory.once<Criteria<T> | Error>(key, () => {
      try {
        return readCriteria(finder, filter, orderBy);
      } catch (error) {
        return asError(error);
      }
    });
    if (criteria instanceof Error) throw criteria;
    return new Search(context, finder, criteria);
  }

  private cost(kind: 'pages' | 'summary'): FieldCost {
    const { finder } = this;
    return {
      kind,
      endpoint: finder.collection.list,
      maxMatches: (wanted) => maxMatches(finder, wanted),
    };
  }
}

function describeList({ collection, noun }: AnyFinder, owner: Owner): string {
  const { name, list } = collection;
  const cost = 'Costs one REST request for each 100 items';
  return owner === 'Query'
    ? `All ${noun}s of the organization. ${cost}, two to read from the end, and needs ${list.scope}.`
    : `All its ${noun}s, the same as \`Query.${name}\`. ${cost} and needs ${list.scope}.`;
}

function describeSummary({ collection, noun }: AnyFinder, owner: Owner): string {
  const { name, type, list } = collection;
  const cost = 'Costs one REST request for each 100';
  if (owner === 'Query') {
    return (
      `Counts ${noun}s. ${cost} ${noun}s of the organization, also with a filter; all filters, orders and summaries of ` +
      `${name} in one operation share them. Needs ${list.scope}.`
    );
  }
  const records = `${noun.slice(noun.lastIndexOf(' ') + 1)}s`;
  const root = `Query.${type.toLowerCase()}Summary`;
  return `Counts its ${noun}s, as \`${root}\` does. ${cost} ${records} and needs ${list.scope}.`;
}
