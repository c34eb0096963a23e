import { writeFile } from 'node:fs/promises';
import { serveByApollo } from './apollo.js';
import { compose } from './compose.js';
import { serveByHive } from './hive.js';
import { serveVenues } from './venues.js';

const router = process.argv[2] === 'hive' ? 'hive' : 'apollo';
const facade = process.argv[3] ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';

const subgraphs = [
  { name: 'signage', url: facade },
  { name: 'venues', url: await serveVenues() },
];
const supergraph = await compose(subgraphs, router);
// For a router that reads a file, such as `hive-gateway supergraph` or Apollo Router.
if (process.env['SUPERGRAPH'] !== undefined) await writeFile(process.env['SUPERGRAPH'], supergraph);
const serve = router === 'hive' ? serveByHive : serveByApollo;
console.log(await serve(supergraph, Number(process.env['PORT'] ?? 4002)));
