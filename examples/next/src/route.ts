import { createFacade } from 'partner-graphql';

/** In an application these come from its environment and its session library. */
export interface RouteOptions {
  readonly partnerApiUrl: string;
  /** The credential of the signed-in user, or undefined. It never leaves the server. */
  readonly credentialOf: (request: Request) => Promise<string | undefined>;
  /** The manifest that GraphQL Code Generator writes with `persistedDocuments: true`. */
  readonly trustedDocuments: Readonly<Record<string, string>>;
}

/**
 * A route handler as Next.js takes it from `app/api/signage/route.ts`: the backend of a dashboard's
 * page. The page sends the id and the variables of one of its own documents, with its session
 * cookie. Nothing else is served, and the browser has no credential.
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
    // A new request: it forwards none of the page's headers, and no cookie.
    return facade.fetch(
      new Request('http://facade.internal/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: request.headers.get('accept') ?? 'application/json',
          Authorization: `Bearer ${credential}`,
        },
        body: await request.text(),
        // A user who leaves the page cancels the operation.
        signal: request.signal,
      }),
    );
  };
  return { POST, close: () => facade.close() };
}
