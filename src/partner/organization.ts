import { z } from 'zod';
import { recordEndpoint } from './endpoint.js';
import { dateTime, optional } from './value.js';

/** Contract, "Organization". `slug` occurs only in a sample response, so it is optional. */
export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: optional(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type Organization = z.infer<typeof organizationSchema>;

export const getOrganization = recordEndpoint(
  'partnerV1_organization',
  '/api/partner/v1/organization',
  undefined,
  organizationSchema,
);
