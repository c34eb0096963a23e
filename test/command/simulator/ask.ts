import { demoCredentials, type Simulator } from '../../../src/command/simulator/simulator.js';

export type Item = Readonly<Record<string, unknown>>;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly pagination: Item | undefined;
  readonly error: Item | undefined;
}

export const v1 = '/api/partner/v1';

export function credentialOf(name: string): string {
  const found = demoCredentials.find((one) => one.name === name);
  if (!found) throw new Error(`No demo credential is called "${name}"`);
  return found.credential;
}

/** One request over a socket, with the credential of this name. */
export const ask = (
  simulator: Simulator,
  path: string,
  name = 'everything',
): Promise<ApiResponse> =>
  send(simulator, path, { headers: { authorization: `Bearer ${credentialOf(name)}` } });

export async function send(
  simulator: Simulator,
  path: string,
  init: RequestInit,
): Promise<ApiResponse> {
  const response = await fetch(simulator.url + v1 + path, init);
  const body = asItem(await response.json());
  return {
    status: response.status,
    headers: response.headers,
    data: body['data'],
    pagination: body['pagination'] === undefined ? undefined : asItem(body['pagination']),
    error: body['error'] === undefined ? undefined : asItem(body['error']),
  };
}

/** All items of a collection, page by page (pagination rule 2). */
export async function crawl(
  simulator: Simulator,
  path: string,
  name = 'everything',
  limit = 100,
): Promise<Item[]> {
  const pageAt = (page: number) => ask(simulator, `${path}?limit=${limit}&page=${page}`, name);
  return readPages(pageAt);
}

/** The items of all pages, while page < totalPages (contract, "Pagination of collections", 2). */
export async function readPages(pageAt: (page: number) => Promise<ApiResponse>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const { data, pagination } = await pageAt(page);
    items.push(...asItems(data));
    totalPages = Number(pagination?.['totalPages']);
  }
  return items;
}

export function asItem(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Not an object: ${JSON.stringify(value)}`);
  }
  return { ...value };
}

export function asItems(value: unknown): Item[] {
  if (!Array.isArray(value)) throw new Error(`Not an array: ${JSON.stringify(value)}`);
  return value.map(asItem);
}

export const idsOf = (items: readonly Item[]): string[] =>
  items.map((item) => String(item['id'] ?? item['slotId']));

export const firstIdOf = async (simulator: Simulator, path: string): Promise<string> =>
  idsOf(asItems((await ask(simulator, path)).data))[0] ?? '';
