import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { credentials, stranger } from '../rig/credential.js';
import { connectHttp, type HttpClient, type HttpResponse } from './fast-path.js';
import { choices, type Draw, drawFrom } from './draw.js';
import { generateOperation } from './operation.js';
import { type Pool, readPool } from './pool.js';
import { faultsOfResponse } from './response-format.js';
import { bounded, seed } from './seed.js';
import { oddBodies } from './odd-request.js';
import { createWorldFacade, hashOf, type Twist } from './world.js';

interface Plain {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}
/** An origin that is not listed keeps a request off the fast path. */
const origin = { origin: 'https://elsewhere.example' };

const faulty: Twist = (path, body) => {
  const lot = hashOf(`lot ${path}`) % 10;
  return lot < 3 ? { status: [404, 500, 403][lot] ?? 500, body: { error: 7 } } : { body };
};

/** Both receive the same requests in the same order, so that both learn the same. */
let fast: HttpClient;
let yoga: HttpClient;
let pool: Pool;
beforeAll(async () => {
  const settings = { PORT: '0', MAX_REQUEST_BYTES: '20000' };
  fast = await connectHttp(createWorldFacade(faulty, 'planned', settings));
  yoga = await connectHttp(createWorldFacade(faulty, 'planned', settings));
  pool = await readPool(createWorldFacade());
});
afterAll(() => Promise.all([fast.close(), yoga.close()]));

const accepts = ['application/json', '*/*', 'application/graphql-response+json', undefined];
const authorizations = [
  ...Array.from({ length: 5 }, () => `Bearer ${credentials.alpha.everything}`),
  `bearer  ${credentials.alpha.playback}`,
  `Bearer ${credentials.alpha.none}`,
  `Bearer ${stranger}`,
  'Bearer',
  'Basic eDp5',
  `Bearer ${'x'.repeat(9000)}`,
  undefined,
];
const explains = ['plan', 'PLAN ', 'nonsense', ''];

function generateRequest(draw: Draw): Plain {
  const options = { ...pool, directives: draw.once(2), plain: draw.once(2) };
  const operation = generateOperation(schema, draw, options);
  const accept = draw.from(accepts);
  const authorization = draw.from(authorizations);
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'the-same-request',
    ...(accept !== undefined && { accept }),
    ...(authorization !== undefined && { authorization }),
    ...(draw.once(12) && { 'x-upstream-explain': draw.from(explains) }),
  };
  return { headers, body: draw.once(4) ? draw.from(oddBodies(operation)) : JSON.stringify(operation) };
}

/** Without the date and the headers about the length of the body, which may differ. */
function comparable({ status, headers, body }: HttpResponse): object {
  const { date, ...others } = headers;
  expect(date).toBeDefined();
  delete others['content-length'];
  delete others['transfer-encoding'];
  return { status, headers: others, body };
}

describe(`the fast path responds as Yoga does (seed ${seed})`, () => {
  it('status, headers and body of generated requests, good and bad', async () => {
    const requests = choices().map((numbers) => generateRequest(drawFrom(numbers)));
    const property = fc.asyncProperty(requests, async ({ body, headers }) => {
      const [one, other] = await Promise.all([
        fast.post(body, headers),
        yoga.post(body, { ...headers, ...origin }),
      ]);
      expect(comparable(one)).toEqual(comparable(other));
      expect(faultsOfResponse(one.body)).toEqual([]);
    });
    await fc.assert(property, bounded(500));
  });

  it.each([429, 401, 426])('HTTP statuses where the upstream sends %d for every request', async (status) => {
    const always: Twist = () => ({ status, body: {} });
    const pair = [
      createWorldFacade(always, 'planned', { PORT: '0' }),
      createWorldFacade(always, 'planned', { PORT: '0' }),
    ];
    const clients = await Promise.all(pair.map(connectHttp));
    const { headers } = generateRequest(drawFrom([]));
    const body = JSON.stringify({ query: '{ organization { name } }' });
    const [one, other] = await Promise.all(
      clients.map(({ post }, index) => post(body, index === 0 ? headers : { ...headers, ...origin })),
    );
    await Promise.all(clients.map((client) => client.close()));
    expect(one && comparable(one)).toEqual(other && comparable(other));
    expect(one?.status).toBe(status === 426 ? 200 : status);
  });
});
