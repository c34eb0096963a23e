import type { Simulator } from '../../src/simulator/simulator.js';
import { type Field, fieldsOf, type TableName, tableOf } from '../partner/contract.js';
import { everything, startSystem } from './test-system.js';

/** A JSON object of the Partner API, as sent. */
export type Json = Readonly<Record<string, unknown>>;

const base = '/api/partner/v1';

/** Reads a REST response of the simulator directly, past the façade. */
export async function readRest(simulator: Simulator, path: string, credential = everything): Promise<Json> {
  const response = await fetch(`${simulator.url}${base}${path}`, {
    headers: { authorization: `Bearer ${credential}` },
  });
  if (response.status !== 200) throw new Error(`GET ${path}: HTTP ${response.status}`);
  // Every body of the contract is an object.
  return (await response.json()) as Json;
}

/** The record of an endpoint that returns one. */
export async function readRecord(simulator: Simulator, path: string, credential?: string): Promise<Json> {
  return (await readRest(simulator, path, credential))['data'] as Json;
}

/** All visible items of a list, while page < totalPages (contract, "Pagination of collections", 2). */
export async function readAll(simulator: Simulator, path: string, credential?: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const body = await readRest(simulator, `${path}?page=${page}&limit=100`, credential);
    items.push(...(body['data'] as Json[]));
    totalPages = Number((body['pagination'] as Json)['totalPages']);
  }
  return items;
}

/** The paths that the façade requested while `work` ran, in order and without their common prefix. */
export async function pathsOf(simulator: Simulator, work: () => Promise<unknown>): Promise<string[]> {
  const before = simulator.requests.length;
  await work();
  return simulator.requests.slice(before).map(({ path }) => path.replace(base, ''));
}

/** A system, and the ids of its first two screens. */
export async function startWithScreens() {
  const system = await startSystem();
  const [first, second] = await readAll(system.simulator, '/screens');
  return { system, a: String(first?.['id']), b: String(second?.['id']) };
}

/** Whether a path requests a page of a list; `Playlist.items` also costs a request for its playlist. */
export const isListRequest = (path: string): boolean => path.includes('?') || path.endsWith('/items');

/**
 * The record as the schema shows it, derived from the contract's tables and the design's rules only: absent optional
 * fields are null, enum values are UPPER_SNAKE_CASE, everything else is unchanged.
 */
export function expectedOf(table: TableName, record: Json): Json {
  return Object.fromEntries(fieldsOf(table).map((field) => [publicName(field), publicValue(field, record)]));
}

const publicName = ({ table, name }: Field): string =>
  table === 'ZonesPanel' && name === 'id' ? 'panelId' : name;

function publicValue({ name, kind }: Field, record: Json): unknown {
  const value = record[name] ?? null;
  if (value === null) return null;
  const table = tableOf(kind);
  if (table !== undefined && Array.isArray(value)) return value.map((each: Json) => expectedOf(table, each));
  if (table !== undefined) return expectedOf(table, value as Json);
  return kind.includes('|') && typeof value === 'string' ? value.toUpperCase().replace('-', '_') : value;
}
