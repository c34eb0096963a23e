// In a project of your own: from 'partner-graphql'.
import { createFacade } from '../../src/facade.js';

/** What the route is made of; in an application these are its environment and its session library. */
export interface RouteOptions {
  readonly partnerApiUrl: string;
  /** The credential of whoever is signed in; undefined for nobody. It never leaves the server. */
  readonly credentialOf: (request: Request) => Promise<string | undefined>;
  /** The manifest that GraphQL Code Generator writes with `persistedDocuments: true`. */
  readonly trustedDocuments: Readonly<Record<string, string>>;
}

/**
 * A route handler of the kind that Next.js takes from `app/api/signage/route.ts`: the backend of a dashboard's page.
 * The page sends the id and the variables of one of its own documents, with its session cookie; nothing else is
 * served, and no credential is in the browser.
 */
export function createRoute({ partnerApiUrl, credentialOf, trustedDocuments }: RouteOptions) {
  const facade = createFacade({
    partnerApiUrl,
    trustedDocuments,
    settings: { TRUSTED_DOCUMENTS_MODE: 'only', GRAPHIQL: 'false', LOG_LEVEL: 'silent' },
  });

  const POST = async (request: Request): Promise<Response> => {
    const credential = await credentialOf(request);
    if (credential === undefined) return new Response('Sign in first.\n', { status: 401 });
    // A request of our own: of the page's headers none goes along, its cookies least of all.
    return facade.fetch(
      new Request('http://facade.internal/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: request.headers.get('accept') ?? 'application/json',
          Authorization: `Bearer ${credential}`,
        },
        body: await request.text(),
        // Whoever leaves the page ends its operation.
        signal: request.signal,
      }),
    );
  };
  return { POST, close: () => facade.close() };
}
