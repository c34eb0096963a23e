import { createFacade, type Facade } from 'partner-graphql';
import { type PartnerError, partnerErrors } from 'partner-graphql/client';

/** One façade for all requests of this server. */
let facade: Facade | undefined;

const openFacade = (): Facade =>
  (facade ??= createFacade({
    partnerApiUrl: process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080',
    settings: { GRAPHIQL: 'false', LOG_LEVEL: 'warn' },
  }));

export interface ScreenPage {
  readonly totalCount: number;
  readonly nodes: readonly ({
    readonly id: string;
    readonly name: string;
    readonly status: string;
  } | null)[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export interface ScreenResult {
  /** null: they could not be read, and `errors` says why. */
  readonly screens: ScreenPage | null;
  readonly errors: readonly PartnerError[];
}

const query = `query Screens($after: String) {
  screens(first: 20, after: $after) {
    totalCount
    nodes { id name status }
    pageInfo { hasNextPage endCursor }
  }
}`;

/**
 * Reads a page of screens without HTTP. The credential is this server's: no component of the
 * browser imports this file.
 */
export async function readScreens(after: string | null): Promise<ScreenResult> {
  const credential = process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';
  const result = await openFacade().run({ query, variables: { after }, credential });
  // The query's own selection; a field that failed is null.
  const data = result.data as { readonly screens: ScreenPage | null } | null | undefined;
  return { screens: data?.screens ?? null, errors: partnerErrors(result) };
}
