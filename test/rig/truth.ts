import type { Truth } from './response.js';
import { configuration } from './configuration.js';
import type { Grant } from './credential.js';
import type { Json, JsonObject } from './json.js';
import { type OrganizationData, type OrganizationName, stampOf } from './organization.js';
import type { Routed } from './route.js';
import type { SeenRequest } from './seen.js';

export type PastEnd = 'nothing' | 'last page as asked' | 'last page as itself';

export interface World {
  readonly grants: ReadonlyMap<string, Grant>;
  readonly organizations: Readonly<Record<OrganizationName, OrganizationData>>;
  readonly pageCap?: number;
  readonly pastEnd?: PastEnd;
}

/** The response that the contract requires. */
export function truthOf(request: SeenRequest, world: World): Truth {
  const { routed, credential } = request;
  const grant = world.grants.get(credential ?? '');
  if (grant === undefined) return refused(401, request);
  if (routed === undefined) return refused(404, request);
  if (routed.scope !== undefined && !grant.scopes.includes(routed.scope))
    return refused(403, request);
  const data = world.organizations[grant.organization];
  const headers = { 'x-organization': grant.organization };
  if (routed.isList) {
    const list = listOf(routed, data);
    return list === undefined
      ? refused(404, request)
      : { status: 200, headers, body: pageOf(list, routed, world) };
  }
  const record = recordOf(routed, data, stampOf(grant.organization));
  return record === undefined
    ? refused(404, request)
    : { status: 200, headers, body: { data: record } };
}

function listOf(
  { operation, id }: Routed,
  data: OrganizationData,
): readonly JsonObject[] | undefined {
  if (operation === 'partnerV1_screens') return data.screens;
  if (operation === 'partnerV1_playlists') return data.playlists;
  return operation === 'partnerV1_media' ? data.media : data.items.get(id ?? '');
}

function recordOf(
  { operation, id }: Routed,
  data: OrganizationData,
  stamp: string,
): JsonObject | undefined {
  const find = (list: readonly JsonObject[]) => list.find((each) => each['id'] === id);
  if (operation === 'partnerV1_organization') return data.organization;
  if (operation === 'partnerV1_screen') return find(data.screens);
  if (operation === 'partnerV1_playlist') return find(data.playlists);
  if (operation === 'partnerV1_mediaItem') return find(data.media);
  return find(data.screens) && configuration(id ?? '', stamp);
}

/** Contract, "Pagination of collections". */
function pageOf(
  list: readonly JsonObject[],
  { query }: Routed,
  { pageCap = 100, pastEnd = 'nothing' }: World,
): Json {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get('page') ?? 1);
  const limit = Math.min(Number(parameters.get('limit') ?? 20), pageCap);
  const total = list.length;
  const totalPages = Math.ceil(total / limit);
  const shown = pastEnd === 'nothing' ? page : Math.min(page, Math.max(1, totalPages));
  return {
    data: list.slice((shown - 1) * limit, shown * limit),
    pagination: {
      page: pastEnd === 'last page as itself' ? shown : page,
      limit,
      total,
      totalPages,
    },
  };
}

function refused(status: number, { number }: SeenRequest): Truth {
  const error = {
    code: `code_${status}`,
    message: `Refused with ${status}`,
    requestId: `up-${number}`,
  };
  return { status, headers: {}, body: { error } };
}
