import { getOrganization, type Organization } from '../../partner/organization.js';
import { builder } from '../builder.js';
import { prefetch } from '../cost/prefetch.js';
import { fieldCost } from '../cost/field-cost.js';
import { nodeIdOf, NodeRef } from '../node.js';
import { findableField, summaryField } from '../find/find-field.js';
import { findableMedia } from './media.js';
import { findablePlaylists } from './playlist.js';
import { findableScreens } from './screen.js';

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
  screens: t.field(findableField(findableScreens, 'Organization')),
  playlists: t.field(findableField(findablePlaylists, 'Organization')),
  media: t.field(findableField(findableMedia, 'Organization')),
  screenSummary: t.field(summaryField(findableScreens, 'Organization')),
  playlistSummary: t.field(summaryField(findablePlaylists, 'Organization')),
  mediaSummary: t.field(summaryField(findableMedia, 'Organization')),
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
