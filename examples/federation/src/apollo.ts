import {
  ApolloGateway,
  type GraphQLDataSourceProcessOptions,
  RemoteGraphQLDataSource,
} from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

interface Context {
  readonly authorization?: string | undefined;
}

/**
 * Sends the credential of each request on to the subgraphs, which Apollo Gateway does not do by
 * itself.
 */
class ForwardAuthorization extends RemoteGraphQLDataSource<Context> {
  override willSendRequest({ request, context }: GraphQLDataSourceProcessOptions<Context>): void {
    if (context.authorization !== undefined)
      request.http?.headers.set('authorization', context.authorization);
  }
}

/** @returns the address of the router */
export async function serveByApollo(supergraphSdl: string, port: number): Promise<string> {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ url = '' }) => new ForwardAuthorization({ url }),
  });
  const server = new ApolloServer<Context>({ gateway, includeStacktraceInErrorResponses: false });
  const { url } = await startStandaloneServer(server, {
    listen: { host: '127.0.0.1', port },
    context: ({ req }) => Promise.resolve({ authorization: req.headers.authorization }),
  });
  return url;
}
