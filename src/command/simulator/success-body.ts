import type { Tenant } from './data/organization.js';
import { showScreen } from './data/screen.js';
import { Refusal } from './envelope.js';
import type { OperationId } from './operation.js';
import { cutPage, readPageRequest, type IsHidden, type Places } from './page.js';
import type { Route } from './route.js';

/** One accepted request, with the data of its organization alone. */
export interface Context {
  readonly tenant: Tenant;
  readonly query: URLSearchParams;
  readonly isHidden: IsHidden;
  readonly now: Date;
}

/**
 * The body of a 200 (contract, "Endpoints").
 *
 * @throws Refusal 400 for an invalid `page` or `limit`, 404 for a resource that the organization
 *   does not have
 */
export function successBody({ operation, id = '' }: Route, context: Context): unknown {
  return bodies[operation.id](context, id);
}

const bodies: Readonly<Record<OperationId, (context: Context, id: string) => unknown>> = {
  partnerV1_organization: ({ tenant }) => ({ data: tenant.organization }),
  partnerV1_screens: (context) =>
    listBody(context, () => {
      const { screens } = context.tenant;
      return { total: screens.total, at: (index) => showScreen(screens.at(index), context.now) };
    }),
  partnerV1_screen: ({ tenant, now }, id) => ({
    data: showScreen(orNotFound(tenant.screens.find(id), 'screen', id), now),
  }),
  partnerV1_screenConfiguration: ({ tenant, now }, id) => ({
    data: orNotFound(tenant.configuration(id, now), 'screen', id),
  }),
  partnerV1_playlists: (context) => listBody(context, () => context.tenant.playlists),
  partnerV1_playlist: ({ tenant }, id) => ({
    data: orNotFound(tenant.playlists.find(id), 'playlist', id),
  }),
  partnerV1_playlistItems: (context, id) =>
    listBody(context, () => orNotFound(context.tenant.playlistItems(id), 'playlist', id)),
  partnerV1_media: (context) => listBody(context, () => context.tenant.media),
  partnerV1_mediaItem: ({ tenant }, id) => ({
    data: orNotFound(tenant.media.find(id), 'media file', id),
  }),
};

/**
 * Parameters are checked before the list is looked up: an invalid request is invalid for any
 * resource.
 */
function listBody<T>({ query, isHidden }: Context, find: () => Places<T>): unknown {
  const request = readPageRequest(query);
  return cutPage(find(), request, isHidden);
}

/**
 * A resource of another organization does not exist for this one (contract, "What the service
 * does").
 */
function orNotFound<T>(resource: T | undefined, kind: string, id: string): T {
  if (resource !== undefined) return resource;
  throw new Refusal(404, `The organization has no ${kind} with this id.`, {
    details: { kind, id },
  });
}
