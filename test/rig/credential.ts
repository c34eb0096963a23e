import type { OrganizationName } from './organization.js';
import type { Scope } from './route.js';

/** Part of every credential of the rig. Only the upstream's Authorization header may contain it. */
export const marker = 'canary7f3a91';

const scopeSets = {
  everything: ['screens:read', 'playback:read', 'playlists:read', 'media:read'],
  screens: ['screens:read'],
  playback: ['playback:read'],
  playlists: ['playlists:read'],
  media: ['media:read'],
  none: [],
} as const satisfies Record<string, readonly Scope[]>;

type Holder = keyof typeof scopeSets;

const credentialsOf = (organization: OrganizationName): Readonly<Record<Holder, string>> => {
  const credential = (holder: Holder): string => `pk_${marker}_${organization}_${holder}`;
  return {
    everything: credential('everything'),
    screens: credential('screens'),
    playback: credential('playback'),
    playlists: credential('playlists'),
    media: credential('media'),
    none: credential('none'),
  };
};

/** Credentials of both organizations, for every useful set of scopes. */
export const credentials = { alpha: credentialsOf('alpha'), beta: credentialsOf('beta') } as const;

/** A credential of no organization. */
export const stranger = `pk_${marker}_stranger`;

export interface Grant {
  readonly organization: OrganizationName;
  readonly scopes: readonly Scope[];
}

/** The scopes of every known credential. */
export function allGrants(): Map<string, Grant> {
  const grants = new Map<string, Grant>();
  for (const organization of ['alpha', 'beta'] as const)
    for (const [holder, scopes] of Object.entries(scopeSets))
      grants.set(`pk_${marker}_${organization}_${holder}`, { organization, scopes });
  return grants;
}

/** Whether a text contains the marker of a credential: plain, percent-encoded, or in base64. */
export function holdsCanary(text: string): boolean {
  const plain = text.toLowerCase();
  if (plain.includes(marker)) return true;
  if (plain.includes('%') && unescaped(plain).includes(marker)) return true;
  return (text.match(/[\w+/-]{16,}/g) ?? []).some((token) => isEncoded(token));
}

function isEncoded(token: string): boolean {
  const decoded = Buffer.from(token, 'base64').toString('latin1').toLowerCase();
  // Base64 may start at any of four characters of a longer token.
  const shifted = [1, 2, 3].map((shift) =>
    Buffer.from(token.slice(shift), 'base64').toString('latin1').toLowerCase(),
  );
  return [decoded, ...shifted].some((each) => each.includes(marker));
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
