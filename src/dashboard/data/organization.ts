import { graphql } from '../generated/index.js';

export const organizationName = graphql(`
  query OrganizationName {
    organization {
      name
    }
  }
`);
