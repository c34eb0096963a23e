import { z } from 'zod';
import { paginationSchema } from '../partner/envelope.js';
import { getMedia, listMedia } from '../partner/media.js';
import type { ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import { getOrganization } from '../partner/organization.js';
import { getScreenConfiguration } from '../partner/playback.js';
import { getPlaylist, listPlaylistItems, listPlaylists } from '../partner/playlist.js';
import { getScreen, listScreens } from '../partner/screen.js';
import { enumMembers } from '../partner/value.js';
import { isJson, type Place } from './document.js';

export type AnyOperation = RecordEndpoint<unknown> | ListEndpoint<unknown>;

/** Every operation that the façade asks (contract, "Endpoints"). */
export const operations: readonly AnyOperation[] = [
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

/** What the façade sends with every list (contract, "Pagination of collections"), in the widest range. */
export const pageParameters = [
  { name: 'page', minimum: 1, maximum: undefined },
  { name: 'limit', minimum: 1, maximum: 100 },
] as const;

/** Fields that the façade reads where they come, though the contract does not declare them. */
export const undeclared: ReadonlySet<string> = new Set(['partnerV1_organization data.slug']);

/** The body of an operation's answer as the façade validates it: a JSON schema, read off the very zod schema. */
export function expectedBody({ kind, record }: AnyOperation): Place {
  const body =
    kind === 'one'
      ? z.object({ data: record })
      : z.object({ data: z.array(record), pagination: paginationSchema });
  const value: unknown = z.toJSONSchema(body, {
    // What is read, not what becomes of it.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const listed = enumMembers.get(zodSchema)?.members;
      if (listed !== undefined) jsonSchema.enum = listed;
    },
  });
  return { value, pointer: '#', root: isJson(value) ? value : {} };
}
