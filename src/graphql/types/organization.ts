import { getOrganization, type Organization } from '../../partner/organization.js';
import { builder } from '../builder.js';
import { prefetch } from '../cost/prefetch.js';
import { fieldCost } from '../cost/field-cost.js';
import { nodeIdOf, NodeRef } from '../node.js';
import { findableField, summaryField } from '../find/find-field.js';
import { findableMedia, MediaConnectionRef } from './media.js';
import { findablePlaylists, PlaylistConnectionRef } from './playlist.js';
import { findableScreens, ScreenConnectionRef } from './screen.js';

const OrganizationRef = builder.objectRef<Organization>('Organization');

OrganizationRef.implement({
  description: 'The organization that owns the credential. Needs no scope.',
  interfaces: [NodeRef],
  fields: (t) => ({
    nodeId: t.id(nodeIdOf('Organization')),
    id: t.exposeID('id', { description: 'The REST id of the organization, unchanged.' }),
    name: t.exposeString('name', { description: 'The name of the organization.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description:
        'A short name, for example `nordlicht`. The Partner API does not declare it, so it may be null.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the organization was last changed.',
    }),
  }),
});

builder.objectFields(OrganizationRef, (t) => ({
  screens: t.field(
    findableField(
      findableScreens,
      ScreenConnectionRef,
      'All its screens, the same as `Query.screens`. Costs one REST request for each 100 items and needs screens:read.',
    ),
  ),
  playlists: t.field(
    findableField(
      findablePlaylists,
      PlaylistConnectionRef,
      'All its playlists, the same as `Query.playlists`. Costs one REST request for each 100 items and needs playlists:read.',
    ),
  ),
  media: t.field(
    findableField(
      findableMedia,
      MediaConnectionRef,
      'All its media files, the same as `Query.media`. Costs one REST request for each 100 items and needs media:read.',
    ),
  ),
}));

builder.objectFields(OrganizationRef, (t) => ({
  screenSummary: t.field(
    summaryField(
      findableScreens,
      'Counts its screens, as `Query.screenSummary` does. Costs one REST request for each 100 screens and needs screens:read.',
    ),
  ),
  playlistSummary: t.field(
    summaryField(
      findablePlaylists,
      'Counts its playlists, as `Query.playlistSummary` does. Costs one REST request for each 100 playlists and needs playlists:read.',
    ),
  ),
  mediaSummary: t.field(
    summaryField(
      findableMedia,
      'Counts its media files, as `Query.mediaSummary` does. Costs one REST request for each 100 files and needs media:read.',
    ),
  ),
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
