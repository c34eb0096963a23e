import { graphql } from '../generated/index.js';
import { startSystem } from './test-system.js';
import { readAll } from './rest.js';

export const OrganizationName = graphql(`
  query OrganizationName {
    organization {
      name
    }
  }
`);

export const PlaylistItems = graphql(`
  query PlaylistItems {
    playlists(first: 3) {
      nodes {
        items(first: 10) {
          nodes {
            mediaId
          }
        }
      }
    }
  }
`);

/** A system, and the ids of its first two screens. */
export async function startWithScreens() {
  const system = await startSystem();
  const [first, second] = await readAll(system.simulator, '/screens');
  return { system, a: String(first?.['id']), b: String(second?.['id']) };
}
