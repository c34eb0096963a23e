import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import { createYoga } from 'graphql-yoga';
import {
  type Configuration,
  createRest,
  type Media,
  type Organization,
  type PlaybackItem,
  type Playlist,
  type PlaylistItem,
  type Rest,
  type Screen,
} from './naive-rest.js';

/**
 * A first implementation with the same libraries, each used as its documentation shows: GraphQL
 * Yoga, Pothos, a DataLoader for each kind of record, undici and zod.
 */
interface Context {
  readonly rest: Rest;
}

const builder = new SchemaBuilder<{ Context: Context; DefaultFieldNullability: false }>({
  defaultFieldNullability: false,
});

const OrganizationType = builder.objectRef<Organization>('Organization').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

const MediaType = builder.objectRef<Media>('Media').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    type: t.exposeString('type'),
    mimeType: t.exposeString('mimeType', { nullable: true }),
    url: t.exposeString('url', { nullable: true }),
  }),
});

const ViewportType = builder.objectRef<NonNullable<Screen['viewport']>>('Viewport').implement({
  fields: (t) => ({ width: t.exposeFloat('width'), height: t.exposeFloat('height') }),
});

const AvailabilityType = builder.objectRef<Screen['availability']>('Availability').implement({
  fields: (t) => ({ mode: t.exposeString('mode') }),
});

const PlaybackItemType = builder.objectRef<PlaybackItem>('PlaybackItem').implement({
  fields: (t) => ({
    slotId: t.exposeID('slotId'),
    type: t.exposeString('type'),
    durationSeconds: t.exposeFloat('durationSeconds'),
    media: t.field({
      type: MediaType,
      nullable: true,
      resolve: ({ mediaId }, _args, { rest }) =>
        mediaId === undefined ? null : rest.media.load(mediaId),
    }),
  }),
});

const ConfigurationType = builder.objectRef<Configuration>('PlaybackConfiguration').implement({
  fields: (t) => ({
    revision: t.exposeString('revision'),
    resolvedAt: t.exposeString('resolvedAt'),
    items: t.field({ type: [PlaybackItemType], resolve: ({ items }) => items }),
  }),
});

const ScreenType = builder.objectRef<Screen>('Screen').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    status: t.exposeString('status'),
    orientation: t.exposeString('orientation', { nullable: true }),
    viewport: t.field({ type: ViewportType, nullable: true, resolve: ({ viewport }) => viewport }),
    availability: t.field({ type: AvailabilityType, resolve: ({ availability }) => availability }),
    itemCount: t.exposeInt('itemCount'),
    totalDurationSeconds: t.exposeFloat('totalDurationSeconds'),
    createdAt: t.exposeString('createdAt'),
    updatedAt: t.exposeString('updatedAt'),
    playbackConfiguration: t.field({
      type: ConfigurationType,
      nullable: true,
      resolve: ({ id }, _args, { rest }) => rest.configuration.load(id),
    }),
  }),
});

const PlaylistItemType = builder.objectRef<PlaylistItem>('PlaylistItem').implement({
  fields: (t) => ({
    slotId: t.exposeID('slotId'),
    position: t.exposeInt('position'),
    durationSeconds: t.exposeFloat('durationSeconds'),
    media: t.field({
      type: MediaType,
      nullable: true,
      resolve: ({ mediaId }, _args, { rest }) =>
        mediaId === undefined ? null : rest.media.load(mediaId),
    }),
  }),
});

const PlaylistType = builder.objectRef<Playlist>('Playlist').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    itemCount: t.exposeInt('itemCount'),
    items: t.field({
      type: [PlaylistItemType],
      args: { page: t.arg.int({ defaultValue: 1 }), limit: t.arg.int({ defaultValue: 20 }) },
      resolve: ({ id }, { page, limit }, { rest }) =>
        rest.playlistItems(id, page ?? 1, limit ?? 20),
    }),
  }),
});

builder.queryType({
  fields: (t) => ({
    organization: t.field({
      type: OrganizationType,
      nullable: true,
      resolve: (_root, _args, { rest }) => rest.organization(),
    }),
    screen: t.field({
      type: ScreenType,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { rest }) => rest.screen.load(id),
    }),
    screens: t.field({
      type: [ScreenType],
      args: { page: t.arg.int({ defaultValue: 1 }), limit: t.arg.int({ defaultValue: 20 }) },
      resolve: (_root, { page, limit }, { rest }) => rest.screens(page ?? 1, limit ?? 20),
    }),
    playlist: t.field({
      type: PlaylistType,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, { rest }) => rest.playlist.load(id),
    }),
    playlists: t.field({
      type: [PlaylistType],
      args: { page: t.arg.int({ defaultValue: 1 }), limit: t.arg.int({ defaultValue: 20 }) },
      resolve: (_root, { page, limit }, { rest }) => rest.playlists(page ?? 1, limit ?? 20),
    }),
  }),
});

const yoga = createYoga({
  schema: builder.toSchema(),
  graphiql: false,
  logging: false,
  context: ({ request }): Context => ({
    rest: createRest(request.headers.get('authorization') ?? ''),
  }),
});
// Yoga is a request listener, says its documentation.
createServer((request, response) => void yoga(request, response)).listen(
  Number(process.env['PORT']),
  '127.0.0.1',
);
