import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

/** @returns the address of the router */
export async function serveByHive(supergraphSdl: string, port: number): Promise<string> {
  const gateway = createGatewayRuntime({
    supergraph: () => supergraphSdl,
    // Reads @cost and @listSize of the subgraphs, and shows the estimate in `extensions`; `maxCost`
    // would refuse above it.
    demandControl: { includeExtensionMetadata: true },
    // Sends the credential of each request on to the subgraphs, which Hive Gateway does not do by
    // itself.
    propagateHeaders: {
      fromClientToSubgraphs({ request }) {
        return { authorization: request.headers.get('authorization') };
      },
    },
  });
  const server = createServer(gateway).listen(port, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}
