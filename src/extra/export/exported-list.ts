import { getNamedType, type GraphQLError, GraphQLFloat } from 'graphql';
import {
  type CompiledField,
  type CompiledOperation,
  fieldsBelow,
} from '../../execution/compile-selection.js';
import { fieldCostOf } from '../../graphql/cost/field-cost.js';
import { refusal } from '../../graphql/error.js';
import { isObject } from '../../document/parameters.js';
import type { FileRequest } from '../../operation/operation-request.js';

/** A column of flat rows. */
export interface Column {
  /** The response names that lead to its value. */
  readonly keys: readonly string[];
  /** Whether its numbers may have fractions: then each row shows it, whatever value it has. */
  readonly isFloat: boolean;
}

/** The list that an operation exports, and where its rows are in the data. */
export interface ExportedList {
  readonly connection: CompiledField;
  /** In the order of the selection; none unless rows are flat. */
  readonly columns: readonly Column[];
  /**
   * The rows; undefined where the data have no such list, as the record above it is of another
   * type.
   */
  readonly rowsOf: (data: unknown) => readonly unknown[] | undefined;
}

/**
 * Finds the one connection that single objects lead to, `@skip` and `@include` applied. What is
 * selected beside it and beside its rows is read, and is no part of the file.
 *
 * @returns undefined where there is none, and the client accepts JSON
 * @throws GraphQLError BAD_USER_INPUT that says what is missing
 */
export function findExportedList(
  { root }: CompiledOperation,
  { isFlat, acceptsJson }: FileRequest,
): ExportedList | undefined {
  const found = findList(findConnections(root.fields), isFlat);
  if (typeof found !== 'string') return found;
  if (acceptsJson) return undefined;
  throw unusable(found);
}

/** Its own declaration makes the items of an unknown value `any`. */
const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray;

/** A member of a value in the data; undefined where the value is no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

const unusable = (what: string): GraphQLError =>
  refusal(`No file can be made of the result: ${what}.`, 'BAD_USER_INPUT');

const findConnections = (fields: readonly CompiledField[]): readonly CompiledField[] =>
  fields.flatMap((field) => {
    const { definition, type } = field;
    // It leads to many objects.
    if (type.kind === 'list') return [];
    return fieldCostOf(definition)?.kind === 'pages' ? [field] : findConnections(fieldsBelow(type));
  });

/** @returns what is missing, where it is not exactly one list */
function findList(connections: readonly CompiledField[], isFlat: boolean): ExportedList | string {
  const [connection, ...others] = connections;
  if (connection === undefined) {
    return (
      'it selects no connection, such as `screens`, `playlists`, `media` or the `items` of one playlist, through single ' +
      'objects. Select one'
    );
  }
  if (others.length > 0) {
    const paths = connections.slice(0, maxNamed).map(({ path }) => path);
    return `it selects ${connections.length} connections (${paths.join(', ')}), and a file holds one. Select one of them`;
  }
  const { path } = connection;
  const [rows, ...otherRows] = rowsBelow(connection);
  if (rows === undefined) {
    return `${path} selects no rows. Select nodes { … } or edges { node { … } }`;
  }
  if (otherRows.length > 0) {
    return `${path} selects its rows ${otherRows.length + 1} times. Select nodes { … } or edges { node { … } }, once`;
  }
  const [list, node] = rows;
  return {
    connection,
    columns: isFlat ? columnsOf(node ?? list) : [],
    rowsOf(data) {
      const items: unknown = list.path.split('.').reduce<unknown>(memberOf, data);
      if (!isArray(items)) return undefined;
      return node === undefined ? items : items.map((edge) => memberOf(edge, node.responseName));
    },
  };
}

/** `nodes`, or `edges` and the `node` in it, as often as a connection selects them. */
const rowsBelow = ({ type }: CompiledField) =>
  fieldsBelow(type).flatMap((list): [list: CompiledField, node?: CompiledField][] => {
    if (list.fieldName === 'nodes') return [[list]];
    if (list.fieldName !== 'edges') return [];
    return fieldsBelow(list.type).flatMap((node) =>
      node.fieldName === 'node' ? [[list, node]] : [],
    );
  });

/** Connections that a message names. */
const maxNamed = 5;

function columnsOf(row: CompiledField): ExportedList['columns'] {
  const columnsBelow = (
    { type }: CompiledField,
    above: readonly string[],
  ): ExportedList['columns'] =>
    fieldsBelow(type).flatMap((each) => {
      const keys = [...above, each.responseName];
      if (each.type.kind === 'list') throw listInRow(keys.join('.'), each);
      if (each.type.kind !== 'leaf') return columnsBelow(each, keys);
      return [{ keys, isFloat: getNamedType(each.definition.type) === GraphQLFloat }];
    });
  const columns = columnsBelow(row, []);
  if (columns.length === 0) throw unusable('its rows have no values. Select some');
  return columns;
}

function listInRow(name: string, { responseName, fieldName }: CompiledField): GraphQLError {
  const shown = fieldName === responseName ? name : `${name} (${fieldName})`;
  return unusable(
    `${shown} is a list, and a row of CSV holds single values. Leave it out, or accept application/x-ndjson`,
  );
}
