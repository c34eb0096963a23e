import type { OrganizationName } from './organization.js';
import type { Scope } from './route.js';

/** Stands in every credential of the rig. It may reach the upstream's Authorization and nothing else. */
export const marker = 'canary7f3a91';

const scopeSets = {
  everything: ['screens:read', 'playback:read', 'playlists:read', 'media:read'],
  screens: ['screens:read'],
  playback: ['playback:read'],
  playlists: ['playlists:read'],
  media: ['media:read'],
  nothing: [],
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
    nothing: credential('nothing'),
  };
};

/** Credentials of both organizations, for every useful set of scopes. */
export const credentials = { alpha: credentialsOf('alpha'), beta: credentialsOf('beta') } as const;

/** A credential that no organization knows. */
export const stranger = `pk_${marker}_stranger`;

export interface Grant {
  readonly organization: OrganizationName;
  readonly scopes: readonly Scope[];
}

/** What every known credential opens. */
export function allGrants(): Map<string, Grant> {
  const grants = new Map<string, Grant>();
  for (const organization of ['alpha', 'beta'] as const)
    for (const [holder, scopes] of Object.entries(scopeSets))
      grants.set(`pk_${marker}_${organization}_${holder}`, { organization, scopes });
  return grants;
}
