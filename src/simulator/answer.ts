import type { Tenant } from './data/organization.js';
import { showScreen } from './data/screen.js';
import { Refusal } from './envelope.js';
import type { OperationId } from './operation.js';
import { cutPage, readPageRequest, type IsHidden, type Places } from './page.js';
import type { Route } from './route.js';

/** What an answer is made from; all of it belongs to one organization. */
export interface Question {
  readonly tenant: Tenant;
  readonly query: URLSearchParams;
  readonly isHidden: IsHidden;
  readonly now: Date;
}

/**
 * The success body of an operation (contract, part "Endpoints").
 *
 * @throws Refusal 400 for a bad `page` or `limit`, 404 for a resource that the organization does not have
 */
export function answer({ operation, id = '' }: Route, question: Question): unknown {
  return answers[operation.id](question, id);
}

const answers: Readonly<Record<OperationId, (question: Question, id: string) => unknown>> = {
  partnerV1_organization: ({ tenant }) => ({ data: tenant.organization }),
  partnerV1_screens: (question) => {
    const { screens } = question.tenant;
    return listOf(question, () => ({
      total: screens.total,
      at: (index) => showScreen(screens.at(index), question.now),
    }));
  },
  partnerV1_screen: ({ tenant, now }, id) => ({
    data: showScreen(found(tenant.screens.find(id), 'screen', id), now),
  }),
  partnerV1_screenConfiguration: ({ tenant, now }, id) => ({
    data: found(tenant.configuration(id, now), 'screen', id),
  }),
  partnerV1_playlists: (question) => listOf(question, () => question.tenant.playlists),
  partnerV1_playlist: ({ tenant }, id) => ({ data: found(tenant.playlists.find(id), 'playlist', id) }),
  partnerV1_playlistItems: (question, id) =>
    listOf(question, () => found(question.tenant.playlistItems(id), 'playlist', id)),
  partnerV1_media: (question) => listOf(question, () => question.tenant.media),
  partnerV1_mediaItem: ({ tenant }, id) => ({ data: found(tenant.media.find(id), 'media file', id) }),
};

/** Parameters are judged before the list is looked for: a wrong request is wrong for any resource. */
function listOf<T>({ query, isHidden }: Question, find: () => Places<T>): unknown {
  const request = readPageRequest(query);
  return cutPage(find(), request, isHidden);
}

/** A resource of another organization is as absent as one that never was (contract, "What the service does"). */
function found<T>(resource: T | undefined, kind: string, id: string): T {
  if (resource !== undefined) return resource;
  throw new Refusal(404, `The organization has no ${kind} with this id.`, { details: { kind, id } });
}
