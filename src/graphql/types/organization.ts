import { media } from '../../partner/media.js';
import { getOrganization, type Organization } from '../../partner/organization.js';
import { playlists } from '../../partner/playlist.js';
import { screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { prefetch } from '../cost/prefetch.js';
import { fieldCost } from '../cost/field-cost.js';
import { NodeRef } from '../node.js';
import { encodeNodeId } from '../node-id.js';
import { pageArguments, readCollection } from '../read-connection.js';
import { MediaConnectionRef } from './media.js';
import { PlaylistConnectionRef } from './playlist.js';
import { ScreenConnectionRef } from './screen.js';

const OrganizationRef = builder.objectRef<Organization>('Organization');

OrganizationRef.implement({
  description: 'The organization that owns the credential. Needs no scope.',
  interfaces: [NodeRef],
  fields: (t) => ({
    nodeId: t.id({
      description: 'Opaque global id for `node` and `nodes`. Costs no request.',
      resolve: ({ id }) => encodeNodeId('Organization', id),
    }),
    id: t.exposeID('id', { description: 'The REST id of the organization, unchanged.' }),
    name: t.exposeString('name', { description: 'The name of the organization.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'A short name. The Partner API does not declare it, so it may be null.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the organization was last changed.',
    }),
  }),
});

builder.objectFields(OrganizationRef, (t) => ({
  screens: t.field({
    ...fieldCost({ kind: 'pages', endpoint: screens.list }),
    type: ScreenConnectionRef,
    nullable: true,
    description:
      'All its screens, the same as `Query.screens`. Costs one REST request for each 100 items and needs screens:read.',
    args: pageArguments,
    resolve: (_organization, args, context, info) => readCollection(screens, args, context, info),
  }),
  playlists: t.field({
    ...fieldCost({ kind: 'pages', endpoint: playlists.list }),
    type: PlaylistConnectionRef,
    nullable: true,
    description:
      'All its playlists, the same as `Query.playlists`. Costs one REST request for each 100 items and needs playlists:read.',
    args: pageArguments,
    resolve: (_organization, args, context, info) => readCollection(playlists, args, context, info),
  }),
  media: t.field({
    ...fieldCost({ kind: 'pages', endpoint: media.list }),
    type: MediaConnectionRef,
    nullable: true,
    description:
      'All its media files, the same as `Query.media`. Costs one REST request for each 100 items and needs media:read.',
    args: pageArguments,
    resolve: (_organization, args, context, info) => readCollection(media, args, context, info),
  }),
}));

builder.queryField('organization', (t) =>
  t.field({
    ...fieldCost({ kind: 'record', endpoint: getOrganization }),
    type: OrganizationRef,
    nullable: true,
    description:
      'The organization that owns the credential. Costs one REST request; any valid credential can read it.',
    resolve(_root, _args, context, info) {
      const organization = context.partner.get(getOrganization);
      prefetch(context, info, 'Organization', '');
      return organization;
    },
  }),
);
