/** The nine operations of the contract ("Endpoints"), written by hand: the rig imports no contract from `src`. */
export const operationIds = [
  'partnerV1_organization',
  'partnerV1_screens',
  'partnerV1_screen',
  'partnerV1_screenConfiguration',
  'partnerV1_playlists',
  'partnerV1_playlist',
  'partnerV1_playlistItems',
  'partnerV1_media',
  'partnerV1_mediaItem',
] as const;

export type OperationId = (typeof operationIds)[number];
export type Scope = 'screens:read' | 'playback:read' | 'playlists:read' | 'media:read';

interface Shape {
  readonly operation: OperationId;
  readonly path: RegExp;
  readonly scope: Scope | undefined;
  readonly isList: boolean;
}

const shape = (operation: OperationId, path: string, scope: Scope | undefined, isList = false): Shape => ({
  operation,
  path: new RegExp(`^/api/partner/v1/${path.replace('{id}', '([^/]+)')}$`),
  scope,
  isList,
});

const shapes: readonly Shape[] = [
  shape('partnerV1_organization', 'organization', undefined),
  shape('partnerV1_screens', 'screens', 'screens:read', true),
  shape('partnerV1_screen', 'screens/{id}', 'screens:read'),
  shape('partnerV1_screenConfiguration', 'screens/{id}/configuration', 'playback:read'),
  shape('partnerV1_playlists', 'playlists', 'playlists:read', true),
  shape('partnerV1_playlist', 'playlists/{id}', 'playlists:read'),
  shape('partnerV1_playlistItems', 'playlists/{id}/items', 'playlists:read', true),
  shape('partnerV1_media', 'media', 'media:read', true),
  shape('partnerV1_mediaItem', 'media/{id}', 'media:read'),
];

/** The operation of a request's target. */
export interface Routed {
  readonly operation: OperationId;
  readonly scope: Scope | undefined;
  readonly isList: boolean;
  /** The path parameter, decoded once; undefined for a path without one. */
  readonly id: string | undefined;
  readonly query: string;
}

/** Matches the target of a request line against the nine endpoints below a prefix. */
export function route(target: string, prefix: string): Routed | undefined {
  if (!target.startsWith(prefix)) return undefined;
  const [path = '', query = ''] = target.slice(prefix.length).split(/\?(.*)/s);
  for (const { operation, path: pattern, scope, isList } of shapes) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const segment = match[1];
    if (segment === undefined) return { operation, scope, isList, id: undefined, query };
    const id = decoded(segment);
    return id === undefined || /^\.{0,2}$/.test(id) ? undefined : { operation, scope, isList, id, query };
  }
  return undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
