import { describe, expect, it } from 'vitest';
import { graphql } from '../generated/index.js';
import { startSystem } from './test-system.js';

const Dashboard = graphql(`
  query Dashboard($first: Int!) {
    organization {
      name
    }
    screens(first: $first) {
      totalCount
      nodes {
        id
        name
        status
        availability {
          timezone
        }
        playbackConfiguration {
          screen {
            id
          }
          items {
            mediaId
            media {
              id
              name
            }
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

describe('a dashboard in one operation', () => {
  it('reads screens, their configurations and their media', async () => {
    const { query } = await startSystem();
    const { data, status, extensions } = await query(Dashboard, { first: 3 });
    expect(status).toBe(200);
    expect(data?.organization?.name).toBe('Nordlicht Bahn & Retail');
    expect(data?.screens?.totalCount).toBe(240);
    expect(data?.screens?.nodes).toHaveLength(3);
    for (const screen of data?.screens?.nodes ?? []) {
      expect(screen?.playbackConfiguration?.screen.id).toBe(screen?.id);
      for (const item of screen?.playbackConfiguration?.items ?? [])
        if (item.media != null) expect(item.media.id).toBe(item.mediaId);
    }
    expect(extensions?.upstream?.requests).toBeGreaterThan(4);
  });
});
