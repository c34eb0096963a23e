import {
  allFields,
  endpoints,
  type Field,
  fieldsOf,
  type TableName,
  tableOf,
} from '../partner/contract.js';
import { createOrganization } from '../rig/organization.js';
import { configuration } from '../rig/configuration.js';
import { isList, isObject, type Json } from '../rig/json.js';
import type { OperationId } from '../rig/route.js';

/** A field of the contract's tables, at a place where the rig's own records have it. */
export interface FieldRow extends Field {
  readonly operation: OperationId;
  readonly isInList: boolean;
  /** Below the record, for example `availability.weekly.0.day`. */
  readonly path: string;
}

const { organization, screens, playlists, items, media } = createOrganization('alpha');

/** A record of the rig for each table that an endpoint returns. */
const records: Readonly<Partial<Record<TableName, Json | undefined>>> = {
  Organization: organization,
  Screen: screens[0],
  Playlist: playlists[0],
  PlaylistItem: items.get('p1')?.[0],
  Media: media[0],
  PlaybackConfiguration: configuration('s1', 'alpha'),
};

type Place = Field & Pick<FieldRow, 'path'>;

/**
 * The fields that a record has, with those of the objects in it; of a list, each at the first
 * element that has it.
 */
function placesIn(table: TableName, record: Json | undefined, prefix = ''): Place[] {
  if (!isObject(record)) return [];
  return fieldsOf(table).flatMap((field): Place[] => {
    const value = record[field.name];
    if (value === undefined) return [];
    const path = prefix + field.name;
    const below = tableOf(field.kind);
    const inside =
      below === undefined
        ? []
        : isList(value)
          ? firstOfEach(
              value.flatMap((each, index) => placesIn(below, each, `${path}.${index}.`)),
              `${path}.`,
            )
          : placesIn(below, value, `${path}.`);
    return [{ ...field, path }, ...inside];
  });
}

/** Elements of a list differ in their index alone. */
function firstOfEach(places: readonly Place[], list: string): Place[] {
  const byName = new Map<string, Place>();
  for (const place of places) {
    const name = place.path.slice(list.length).replace(/^\d+/, '');
    if (!byName.has(name)) byName.set(name, place);
  }
  return [...byName.values()];
}

/** Every field at each endpoint that shows it. */
export const fieldRows: readonly FieldRow[] = endpoints.flatMap(
  ([operation, , , table, isInList]) =>
    placesIn(table, records[table]).map((place) => ({ ...place, operation, isInList })),
);

/** The fields that no record of the rig has. */
export const unplaced = allFields
  .map(({ address }) => address)
  .filter((address) => !fieldRows.some((row) => row.address === address));

/** A value of another type, that can be found again wherever it is repeated. */
export const wrongValueOf = ({ kind }: Field): Json =>
  ['number', 'count', 'ratio', 'pixels', 'boolean'].includes(kind) || /^[A-Z[]/.test(kind)
    ? 'wr0ng'
    : 987_654_321;
