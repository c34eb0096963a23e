import { expect } from 'vitest';
import { openListener } from '../rig/open.js';
import { pathsOf, readAll } from '../system/rest.js';
import { everything, startSystem } from '../system/test-system.js';

/**
 * Starts a façade over the simulator on a port, for clients that bring their own way of sending;
 * both end with the test.
 *
 * @param upstreamFetch in place of the façade's own way to the simulator
 */
export async function serve(upstreamFetch?: typeof fetch) {
  const system = await startSystem(
    {},
    { settings: { PORT: '0' }, ...(upstreamFetch && { fetch: upstreamFetch }) },
  );
  const { url, server } = await openListener(system.facade);
  let operations = 0;
  server.on('request', () => (operations += 1));
  return {
    ...system,
    /** The address of `/graphql`. */
    url: `${url}/graphql`,
    credential: everything,
    operations: () => operations,
  };
}

export type Service = Awaited<ReturnType<typeof serve>>;

/**
 * A `fetch` to the simulator that breaks the screen at this place of every page: it comes without a
 * name.
 */
export const breakScreen =
  (index: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
    // Written for the list of screens, and used for nothing else.
    const body = (await response.json()) as { data: { name?: string }[] };
    delete body.data[index]?.name;
    return Response.json(body, { status: response.status });
  };

/** What makes a list of screens one of its own. */
interface ScreenList {
  readonly filter?: { statusIn: 'OFFLINE'[] };
  readonly orderBy?: { field: 'NAME'; direction?: 'DESC' };
}

/** How a client reads lists, two screens at a time. */
interface ListReader {
  readonly readPage: (list: ScreenList, after: string | null) => Promise<unknown>;
  /** A list as the client's cache shows it: all pages that were read. */
  readonly show: (list: ScreenList) => ShownList | Promise<ShownList>;
}

interface ShownList {
  readonly names: readonly (string | undefined)[];
  readonly endCursor: string | null | undefined;
}

const offline: ScreenList = { filter: { statusIn: ['OFFLINE'] } };
const offlineByName: ScreenList = { ...offline, orderBy: { field: 'NAME' } };
const offlineFromZ: ScreenList = { ...offline, orderBy: { field: 'NAME', direction: 'DESC' } };
const lists: readonly ScreenList[] = [{}, offline, offlineByName, offlineFromZ];

/**
 * Reads the first pages of four lists, then their second pages, and checks that each list holds its
 * own four screens and that no page costs more REST requests than the cost page says.
 */
export async function expectListsApart(
  service: Service,
  { readPage, show }: ListReader,
): Promise<void> {
  const expected = await firstNames(service);
  const paths = await pathsOf(service.simulator, async () => {
    for (const list of lists) await readPage(list, null);
    for (const list of lists) await readPage(list, (await show(list)).endCursor ?? null);
  });
  const shown = await Promise.all(lists.map(async (list) => (await show(list)).names));
  expect(shown).toEqual(expected);
  const plain = ['/screens?page=1&limit=2', '/screens?page=2&limit=2'];
  const early = [1, 1].map(wide);
  const whole = Array.from({ length: 4 }, () => [1, 2, 3].map(wide)).flat();
  const read = paths.filter((path) => path.startsWith('/screens'));
  expect(read.toSorted()).toEqual([...plain, ...early, ...whole].toSorted());
}

const wide = (page: number): string => `/screens?page=${page}&limit=100`;

/** The first four names of each list, from what the Partner API lists. */
async function firstNames({ simulator }: Service): Promise<readonly (readonly string[])[]> {
  // The simulator follows the contract.
  const all = (await readAll(simulator, '/screens')) as unknown as {
    name: string;
    status: string;
  }[];
  const isOffline = all.filter(({ status }) => status === 'offline');
  const { compare } = new Intl.Collator('en', { numeric: true });
  const byName = isOffline.toSorted((a, b) => compare(a.name, b.name));
  return [all, isOffline, byName, byName.toReversed()].map((screens) =>
    screens.slice(0, 4).map(({ name }) => name),
  );
}
