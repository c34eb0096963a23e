import { ownPage } from '../dashboard/visitor.js';
import { type Received, request } from './several-workers.js';

/** A browser that signs in to workers behind one address; each request has a connection of its own. */
export interface Visitor {
  /** The name that a worker shows; undefined for somebody who is signed out. */
  readonly name: () => Promise<string | undefined>;
  readonly operation: (query: string) => Promise<Received>;
  readonly signOut: () => Promise<Received>;
}

const path = '/dashboard/session';

export async function signIn(url: string, demo = 'everything'): Promise<Visitor> {
  const common = { ...ownPage, Origin: url, 'Content-Type': 'application/json' };
  const signedIn = await request(url, path, {
    method: 'POST',
    headers: { ...common, 'X-Dashboard-Token': 'sign-in' },
    body: { demo },
  });
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const headers = { ...common, Cookie: cookie, 'X-Dashboard-Token': sessionOf(signedIn)?.token ?? '' };
  return {
    name: async () => sessionOf(await request(url, path, { method: 'GET', headers }))?.name,
    operation: (query) => request(url, '/dashboard/graphql', { method: 'POST', headers, body: { query } }),
    signOut: () => request(url, path, { method: 'DELETE', headers }),
  };
}

/** The body of a response of `/dashboard/session`. */
const sessionOf = ({ body }: Received) =>
  (JSON.parse(body) as { session: { readonly name: string; readonly token: string } | null }).session;
