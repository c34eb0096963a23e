import { z } from 'zod';
import type { Endpoint } from '../partner/endpoint.js';
import { paginationSchema } from '../partner/envelope.js';
import { getMedia, listMedia } from '../partner/media.js';
import { getOrganization } from '../partner/organization.js';
import { getScreenConfiguration } from '../partner/playback.js';
import { getPlaylist, listPlaylistItems, listPlaylists } from '../partner/playlist.js';
import { getScreen, listScreens } from '../partner/screen.js';
import { enumMembers } from '../partner/value.js';
import { JsonNode } from './document.js';

/** Every endpoint that the façade reads (contract, "Endpoints"). */
export const endpoints: readonly Endpoint[] = [
  getOrganization,
  listScreens,
  getScreen,
  getScreenConfiguration,
  listPlaylists,
  getPlaylist,
  listPlaylistItems,
  listMedia,
  getMedia,
];

/** The query of every list request (contract, "Pagination of collections"), in its widest range. */
export const pageParameters = [
  { name: 'page', minimum: 1, maximum: undefined },
  { name: 'limit', minimum: 1, maximum: 100 },
] as const;

/** Fields that the façade reads although the contract does not declare them. */
export const undeclaredFields: ReadonlySet<string> = new Set(['partnerV1_organization data.slug']);

/** The body of a 200 as the façade validates it: the JSON schema of the zod schema itself. */
export function expectedBody({ kind, record }: Endpoint): JsonNode {
  const body =
    kind === 'one'
      ? z.object({ data: record })
      : z.object({ data: z.array(record), pagination: paginationSchema });
  const schema = z.toJSONSchema(body, {
    // The wire's form, before any transform.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const members = enumMembers.get(zodSchema)?.members;
      if (members !== undefined) jsonSchema.enum = members;
    },
  });
  return new JsonNode(schema);
}
