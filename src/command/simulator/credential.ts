import { Refusal } from './envelope.js';

/** A credential of every simulator, with its scopes. */
export interface DemoCredential {
  readonly name: string;
  readonly credential: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
}

/** The large organization, a railway company. */
export const mainOrganizationId = 'org_nordlicht';
/** The small organization, a bakery: it shows that tenants do not see each other. */
export const secondOrganizationId = 'org_kornblume';

/**
 * One credential for each useful set of scopes (contract, "Authentication", rules 3 and 4).
 * They are public on purpose: they give access to demo data only.
 */
export const demoCredentials: readonly DemoCredential[] = [
  demo('everything', ['screens:read', 'playback:read', 'playlists:read', 'media:read']),
  demo('screens only', ['screens:read']),
  demo('playback only', ['playback:read']),
  demo('playlists only', ['playlists:read']),
  demo('media only', ['media:read']),
  demo('screens and playback', ['screens:read', 'playback:read']),
  demo('playlists and media', ['playlists:read', 'media:read']),
  demo('no scopes', []),
  demo(
    'second organization',
    ['screens:read', 'playback:read', 'playlists:read', 'media:read'],
    secondOrganizationId,
  ),
];

/**
 * The credential of a request.
 *
 * @param headers every `Authorization` header; more than one is refused like none
 * @throws Refusal 401 (contract, "Authentication", rules 1 and 6)
 */
export function authenticate(headers: readonly string[] = []): DemoCredential {
  const [header, second] = headers;
  if (header === undefined) throw unauthenticated('The Authorization header is missing.');
  if (second !== undefined) throw unauthenticated('There is more than one Authorization header.');
  const token = /^bearer +([\x21-\x7e]+)$/i.exec(header)?.[1];
  if (token === undefined) {
    throw unauthenticated('The Authorization header must read "Bearer <PARTNER_CREDENTIAL>".');
  }
  const credential = byToken.get(token);
  if (!credential) throw unauthenticated('The credential is unknown or was revoked.');
  return credential;
}

const byToken = new Map(demoCredentials.map((one) => [one.credential, one]));

function demo(
  name: string,
  scopes: readonly string[],
  organizationId = mainOrganizationId,
): DemoCredential {
  return {
    name,
    credential: `demo-${name.replaceAll(' ', '-')}-credential`,
    organizationId,
    scopes,
  };
}

function unauthenticated(message: string): Refusal {
  return new Refusal(401, message, { headers: { 'www-authenticate': 'Bearer' } });
}
