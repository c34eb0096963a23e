import { organizationBody } from '../rig/raw-upstream.js';

export const query = '{ organization { name } }';

export const good = organizationBody('whole');

export const invalid = {
  path: 'organization',
  code: 'UPSTREAM_INVALID_RESPONSE',
  operation: 'partnerV1_organization',
};

export const unavailable = { ...invalid, code: 'UPSTREAM_UNAVAILABLE' };
