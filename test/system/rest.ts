import type { Simulator } from '../../src/simulator/simulator.js';
import type { RestRecord } from './record.js';
import { everything } from './test-system.js';

const base = '/api/partner/v1';

/** Reads a REST response of the simulator directly, past the façade. */
export async function readRest(
  simulator: Simulator,
  path: string,
  credential = everything,
): Promise<RestRecord> {
  const response = await fetch(`${simulator.url}${base}${path}`, {
    headers: { authorization: `Bearer ${credential}` },
  });
  if (response.status !== 200) throw new Error(`GET ${path}: HTTP ${response.status}`);
  // Every body of the contract is an object.
  return (await response.json()) as RestRecord;
}

/** The record of an endpoint that returns one. */
export async function readRecord(
  simulator: Simulator,
  path: string,
  credential?: string,
): Promise<RestRecord> {
  return (await readRest(simulator, path, credential))['data'] as RestRecord;
}

/** All visible items of a list, while page < totalPages (contract, "Pagination of collections", 2). */
export async function readAll(
  simulator: Simulator,
  path: string,
  credential?: string,
): Promise<RestRecord[]> {
  const items: RestRecord[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const body = await readRest(simulator, `${path}?page=${page}&limit=100`, credential);
    items.push(...(body['data'] as RestRecord[]));
    totalPages = Number((body['pagination'] as RestRecord)['totalPages']);
  }
  return items;
}

/** The paths that the façade requested while `work` ran, in order and without their common prefix. */
export async function pathsOf(simulator: Simulator, work: () => Promise<unknown>): Promise<string[]> {
  const before = simulator.requests.length;
  await work();
  return simulator.requests.slice(before).map(({ path }) => path.replace(base, ''));
}

/** Whether a path requests a page of a list; `Playlist.items` also costs a request for its playlist. */
export const isListRequest = (path: string): boolean => path.includes('?') || path.endsWith('/items');
