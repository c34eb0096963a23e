import { graphql } from '../generated/index.js';

/** A field that fails beside one that succeeds. */
export const ScreenAndOrganization = graphql(`
  query ScreenAndOrganization($id: ID!) {
    screen(id: $id) {
      id
    }
    organization {
      id
    }
  }
`);

export const screenId = 'scr_1fyak';

export const operation = 'partnerV1_screen';
