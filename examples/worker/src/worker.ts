import { createFacade, type Facade } from 'partner-graphql';

/** The environment that the platform passes to a worker. */
export interface Environment {
  readonly PARTNER_API_URL: string;
}

/**
 * A module worker: one façade for all requests of an isolate, which reads the Partner API with the
 * platform's `fetch`. It opens no socket, and compiles no code at run time.
 */
export function createWorker(platformFetch: typeof fetch = fetch) {
  let facade: Facade | undefined;
  return {
    fetch(request: Request, environment: Environment): Promise<Response> {
      facade ??= createFacade({
        partnerApiUrl: environment.PARTNER_API_URL,
        fetch: platformFetch,
        settings: { GRAPHIQL: 'false', LOG_LEVEL: 'silent' },
      });
      return facade.fetch(request);
    },
  };
}

export default createWorker();
