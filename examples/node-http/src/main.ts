import type { AddressInfo } from 'node:net';
import { createFacade } from 'partner-graphql';
import { createNodeServer } from './server.js';

const partnerApiUrl = process.argv[2] ?? process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080';
const facade = createFacade({ partnerApiUrl });

const server = createNodeServer(facade).listen(
  Number(process.env['PORT'] ?? 3000),
  '127.0.0.1',
  () => {
    // A server on a port has an address of this kind.
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
  },
);
