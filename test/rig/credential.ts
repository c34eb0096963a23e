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
