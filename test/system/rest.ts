import { expect } from 'vitest';
import type { Simulator } from '../../src/command/simulator/simulator.js';
import { type ApiResponse, asItem, readPages, send, v1 } from '../command/simulator/ask.js';
import { everything } from './test-system.js';
import { type Field, fieldsOf, type TableName, tableOf } from '../partner/contract.js';

/** Reads a REST response of the simulator directly, past the façade. */
async function readRest(
  simulator: Simulator,
  path: string,
  credential = everything,
): Promise<ApiResponse> {
  const response = await send(simulator, path, {
    headers: { authorization: `Bearer ${credential}` },
  });
  if (response.status !== 200) throw new Error(`GET ${path}: HTTP ${response.status}`);
  return response;
}

/** The record of an endpoint that returns one. */
export const readRecord = async (...read: Parameters<typeof readRest>): Promise<RestRecord> =>
  asItem((await readRest(...read)).data);

/** All visible items of a list. */
export const readAll = (
  simulator: Simulator,
  path: string,
  credential?: string,
): Promise<RestRecord[]> =>
  readPages((page) => readRest(simulator, `${path}?page=${page}&limit=100`, credential));

/**
 * The paths that the façade requested while `work` ran, in order and without their common prefix.
 */
export async function pathsOf(
  simulator: Simulator,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const before = simulator.requests.length;
  await work();
  return simulator.requests.slice(before).map(({ path }) => path.replace(v1, ''));
}

/**
 * Whether a path requests a page of a list; `Playlist.items` also costs a request for its playlist.
 */
export const isListRequest = (path: string): boolean =>
  path.includes('?') || path.endsWith('/items');

/** A JSON object of the Partner API, as sent. */
export type RestRecord = Readonly<Record<string, unknown>>;

const publicName = ({ table, name }: Field): string =>
  table === 'ZonesPanel' && name === 'id' ? 'panelId' : name;

/**
 * The selection of all fields of a table of the contract, with those of the objects in it.
 *
 * @param layouts how many layouts, one inside the other, are followed; the demo data has two
 */
export function selectionOf(table: TableName, layouts = 3): string {
  const fields = fieldsOf(table).flatMap((field) => {
    const below = tableOf(field.kind);
    if (below === undefined) return publicName(field);
    if (below !== 'ZonesLayout') return `${field.name} { ${selectionOf(below, layouts)} }`;
    return layouts === 0 ? [] : `${field.name} { ${selectionOf(below, layouts - 1)} }`;
  });
  return fields.join(' ');
}

/**
 * The record as the schema shows it, derived from the contract's tables and the design's rules
 * only: absent optional fields are null, enum values are UPPER_SNAKE_CASE, everything else is
 * unchanged.
 */
export const expectedOf = (table: TableName, record: RestRecord): RestRecord =>
  Object.fromEntries(
    fieldsOf(table).map((field) => [publicName(field), publicValue(field, record)]),
  );

function publicValue({ name, kind }: Field, record: RestRecord): unknown {
  const value = record[name] ?? null;
  if (value === null) return null;
  const table = tableOf(kind);
  if (table !== undefined && Array.isArray(value))
    return value.map((each: RestRecord) => expectedOf(table, each));
  if (table !== undefined) return expectedOf(table, value as RestRecord);
  return kind.includes('|') && typeof value === 'string'
    ? value.toUpperCase().replace('-', '_')
    : value;
}

/**
 * The same with a global id, which is opaque: only its presence is compared. Null for a record that
 * is gone.
 */
export const withNodeId = (table: TableName, record: RestRecord | undefined): RestRecord | null =>
  record === undefined
    ? null
    : { ...expectedOf(table, record), nodeId: expect.any(String) as unknown };
