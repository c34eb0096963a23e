import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettingsInput } from '../../../src/config.js';
import { createFacade } from '../../../src/facade.js';
import { printSubgraph } from '../../../src/extra/federation/subgraph.js';
import { schema } from '../../../src/graphql/schema.js';
import { listen } from '../../../src/http/listener.js';
import { startSimulator } from '../../../src/command/simulator/simulator.js';
import { expectOnPage, pinned, resultTable } from '../../docs/conformance.js';
import { screenAt } from '../../economy/ask.js';
import { root } from '../../docs/markdown.js';
import { everything } from '../../system/test-system.js';
import { markedFields } from '../../extra/federation/marked-field.js';

const routers = ['apollo', 'hive'] as const;

/**
 * The example with both routers. Their packages are large, so that the project itself does not
 * install them.
 */
const folder = join(root, 'examples/federation');

const needed = ['@apollo/gateway', '@apollo/composition', '@graphql-hive/gateway-runtime', 'tsx'];

/** Why the routers cannot run here; undefined where they can. */
const missing = needed.every((name) =>
  existsSync(join(folder, 'node_modules', name, 'package.json')),
)
  ? undefined
  : 'run "npm install" in examples/federation first';

interface RouterResult {
  readonly extensions?: { readonly cost?: { readonly estimated: number } };
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

/** The example as a user runs it, in front of a façade over the simulator. */
async function startRouter(name: (typeof routers)[number]) {
  const simulator = await startSimulator();
  const settings = { LOG_LEVEL: 'silent', FEDERATION: true, PORT: 0 } as const;
  const facade = createFacade({ partnerApiUrl: simulator.url, settings });
  const { url, server } = await listen(facade);
  let operations = 0;
  server.on('request', () => (operations += 1));
  const temporary = mkdtempSync(join(tmpdir(), 'supergraph-'));
  const file = join(temporary, 'supergraph.graphql');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/main.ts', name, `${url}/graphql`],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0', SUPERGRAPH: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const address = await addressOf(child);
  return {
    simulator,
    /** The supergraph that the router serves. */
    supergraph: readFileSync(file, 'utf8'),
    /** How many requests for GraphQL have arrived at the façade. */
    operations: () => operations,
    ask: (query: string, credential: string | null = everything) => ask(address, query, credential),
    async close() {
      child.kill('SIGKILL');
      rmSync(temporary, { recursive: true });
      server.close();
      server.closeAllConnections();
      await facade.close();
      await simulator.close();
    },
  };
}

type RunningRouter = Awaited<ReturnType<typeof startRouter>>;

/** Waits for the address that the example prints. */
function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The example exited with ${String(code)}: ${printed}`)),
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /^http:\/\/\S+$/m.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

async function ask(
  address: string,
  query: string,
  credential: string | null,
): Promise<RouterResult> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify({ query }),
  });
  // A result of GraphQL.
  return (await response.json()) as RouterResult;
}

const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;

const Uses = '{ venues(first: 2) { nodes { city screens { id name } } } }';
const Gone = '{ venues { nodes { city screens { name } } } }';

const names = [
  'Berlin Hbf – Gleis 1 links',
  'London King’s Cross – Platform 1 north',
  'Hamburg-Altona – Gleis 1 links',
  'Paris Gare de Lyon – Voie 1 gauche',
];
const four = names.map((name, index) => ({ id: screenAt(index), name }));
const used = {
  venues: {
    nodes: [
      { city: 'Berlin', screens: four },
      { city: 'Berlin', screens: four.toReversed() },
    ],
  },
};

/** Where an error of the third venue's second screen is, by each router. */
const gonePaths = {
  apollo: ['venues', 'nodes', 2, 'screens', 1],
  hive: ['venues', 'nodes', 2, 'screens', 'name'],
};

const codesOf = ({ errors = [] }: RouterResult) =>
  new Set(errors.map(({ extensions }) => extensions['code']));

describe.skipIf(missing !== undefined)(
  `a supergraph of the façade and another Relay-shaped subgraph${skipped}`,
  () => {
    it('its example compiles', () => {
      execFileSync('npm', ['run', '--silent', 'types'], { cwd: folder, stdio: 'pipe' });
    });

    describe.each(routers)('composed for and served by %s', (name) => {
      let router: RunningRouter;
      beforeAll(async () => {
        router = await startRouter(name);
      });
      afterAll(() => router.close());

      /** The requests that the façade and the Partner API receive. */
      async function counted(work: () => Promise<RouterResult>) {
        const before = [router.operations(), router.simulator.requests.length] as const;
        const result = await work();
        const operations = router.operations() - before[0];
        return { result, operations, requests: router.simulator.requests.slice(before[1]) };
      }

      it('the supergraph keeps each @semanticNonNull', () => {
        const marked = (text: string) => markedFields(text, 'semanticNonNull');
        expect(marked(router.supergraph)).toEqual(
          marked(printSubgraph(schema, readSettingsInput({}, 'http://a.test'))),
        );
        expect(router.supergraph).toContain('https://specs.apollo.dev/nullability/v0.4');
      });

      it.skipIf(name !== 'hive')(
        'the estimate of its demand control follows `first`: Apollo Gateway has none',
        async () => {
          const costOf = async (query: string) =>
            (await router.ask(query)).extensions?.cost?.estimated ?? NaN;
          const ten = await costOf('{ screens(first: 10) { nodes { id } } }');
          const hundred = await costOf('{ screens(first: 100) { nodes { id } } }');
          const links = await costOf(
            '{ screens(first: 10) { nodes { playbackConfiguration { revision } } } }',
          );
          // Each screen is an object of cost 1, and each configuration an object of cost 1 that
          // takes a REST request.
          expect(hundred - ten).toBe(90);
          expect(links - ten).toBeGreaterThanOrEqual(10);
        },
      );

      it('the supergraph keeps what a router reads of the cost', () => {
        const counted = (text: string, directive: string): number =>
          [...text.matchAll(new RegExp(`(?<!directive )@(?:federation__)?${directive}\\(`, 'g'))]
            .length;
        for (const directive of ['cost', 'listSize'])
          expect(counted(router.supergraph, directive)).toBe(
            counted(printSubgraph(schema, readSettingsInput({}, 'http://a.test')), directive),
          );
      });

      it('8 uses of 4 screens are one operation of the façade, and one batch', async () => {
        const { result, operations, requests } = await counted(() => router.ask(Uses));
        expect(result.errors).toBeUndefined();
        expect(result.data).toEqual(used);
        expect(operations).toBe(1);
        // 240 screens are 3 pages: at most min(4, 3) + 1.
        expect(requests.length).toBeLessThanOrEqual(4);
      });

      it('both directions, both look-ups by id, and one PageInfo', async () => {
        const { data, errors } = await router.ask(`{
        screens(first: 1) { nodes { name venue { city } } pageInfo { hasNextPage } }
        venues(first: 1) { pageInfo { hasNextPage } }
        node(id: "ven_altona") { id ... on Venue { city } }
      }`);
        expect(errors).toBeUndefined();
        expect(data).toEqual({
          screens: {
            nodes: [{ name: names[0], venue: { city: 'Berlin' } }],
            pageInfo: { hasNextPage: true },
          },
          venues: { pageInfo: { hasNextPage: true } },
          node: { id: 'ven_altona', city: 'Hamburg' },
        });
      });

      it('a screen that is gone is null with NOT_FOUND, and its siblings stand', async () => {
        const result = await router.ask(Gone);
        expect(codesOf(result)).toEqual(new Set(['NOT_FOUND']));
        expect(result.errors?.map(({ path }) => path)).toEqual([gonePaths[name]]);
        expect(result.data).toMatchObject({
          venues: {
            nodes: [
              {},
              {},
              { city: 'Hamburg', screens: [{ name: 'München Ost – Gleis 1 links' }, null] },
            ],
          },
        });
      });

      it('a missing scope is FORBIDDEN for each screen, and asked for once', async () => {
        const { result, requests } = await counted(() =>
          router.ask(Uses, 'demo-media-only-credential'),
        );
        expect(codesOf(result)).toEqual(new Set(['FORBIDDEN']));
        expect(result.data).toMatchObject({
          venues: { nodes: [{ screens: [null, null, null, null] }, {}] },
        });
        expect(requests).toHaveLength(1);
      });

      it('a request without a credential sends nothing to the Partner API', async () => {
        const { result, requests } = await counted(() => router.ask(Uses, null));
        expect(codesOf(result)).toEqual(new Set(['UNAUTHENTICATED']));
        expect(result.data).toMatchObject({
          venues: { nodes: [{ city: 'Berlin' }, { city: 'Berlin' }] },
        });
        expect(requests).toHaveLength(0);
      });

      it('each request is served with its own credential, also at the same time', async () => {
        const query = '{ organization { id } venues { nodes { city } } }';
        const credentials = ['demo-everything-credential', 'demo-second-organization-credential'];
        const asked = Array.from({ length: 10 }, (_, index) =>
          router.ask(query, credentials[index % 2]),
        );
        const found = (await Promise.all(asked)).map(({ data }) => data);
        for (const [index, data] of found.entries())
          expect(data).toMatchObject({
            organization: { id: ['org_nordlicht', 'org_kornblume'][index % 2] },
          });
      });

      it('@defer is unknown to the router', async () => {
        const { errors } = await router.ask(
          '{ screens(first: 1) { nodes { id ... @defer { name } } } }',
        );
        expect(errors).toMatchObject([{ message: 'Unknown directive "@defer".' }]);
      });
    });

    it('is on the page of conformance', async ({ task }) => {
      const columns = {
        apollo: ['@apollo/gateway', '@apollo/composition'],
        hive: ['@graphql-hive/gateway-runtime', '@theguild/federation-composition'],
      } as const;
      const version = (name: string): string => pinned(name, 'examples/federation/package.json');
      const results = resultTable(task.file, (group) => {
        const router = routers.find((each) => group.endsWith(`served by ${each}`));
        return router && columns[router].map(version).join(' with ');
      });
      await expectOnPage({
        Federation: `The façade and another subgraph, composed and served by:\n\n${results}`,
      });
    });
  },
);
