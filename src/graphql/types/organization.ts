import { getOrganization, organizationSchema } from '../../partner/organization.js';
import { builder } from '../builder.js';
import { readsOnly } from '../declared-read.js';
import { nodeType } from '../node.js';
import { findableMedia } from './media.js';
import { findablePlaylists } from './playlist.js';
import { findableScreens } from './screen.js';

const OrganizationRef = nodeType(
  'Organization',
  organizationSchema,
  'The organization that owns the credential. Needs no scope.',
  {
    id: 'The REST id of the organization, unchanged.',
    name: 'The name of the organization.',
    slug: 'A short name, for example `nordlicht`. The Partner API does not declare it, so it may be null.',
    createdAt: 'When the organization was created.',
    updatedAt: 'When the organization was last changed.',
  },
);

builder.objectFields(OrganizationRef, (t) => ({
  screens: t.field(findableScreens.field('Organization')),
  playlists: t.field(findablePlaylists.field('Organization')),
  media: t.field(findableMedia.field('Organization')),
  screenSummary: t.field(findableScreens.summaryField('Organization')),
  playlistSummary: t.field(findablePlaylists.summaryField('Organization')),
  mediaSummary: t.field(findableMedia.summaryField('Organization')),
}));

builder.queryField('organization', (t) =>
  t.field({
    ...readsOnly(getOrganization, 'Organization'),
    type: OrganizationRef,
    nullable: true,
    description:
      'The organization that owns the credential. Costs one REST request; any valid credential can read it.',
  }),
);
