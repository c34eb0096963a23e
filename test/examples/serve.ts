import { openListener } from '../rig/open.js';
import { everything, type TestSystem, startSystem } from '../system/test-system.js';

/** A façade over the simulator on a port, for clients that bring their own way of sending. */
export interface Service extends TestSystem {
  /** The address of `/graphql`. */
  readonly url: string;
  /** A credential that may read everything. */
  readonly credential: string;
  /** How many requests for GraphQL have arrived. */
  readonly operations: () => number;
}

/**
 * Starts a service for one test and ends it with the test.
 *
 * @param upstreamFetch in place of the façade's own way to the simulator
 */
export async function serve(upstreamFetch?: typeof fetch): Promise<Service> {
  const system = await startSystem(
    {},
    { settings: { PORT: '0' }, ...(upstreamFetch && { fetch: upstreamFetch }) },
  );
  const { url, server } = await openListener(system.facade);
  let operations = 0;
  server.on('request', () => (operations += 1));
  return { ...system, url: `${url}/graphql`, credential: everything, operations: () => operations };
}

/** A `fetch` to the simulator that breaks the screen at this place of every page: it comes without a name. */
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
