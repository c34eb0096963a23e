import type { FleetOverviewQueryVariables } from '../generated/operation.js';
import type { OwnTool } from './own-tool.js';

export const fleetOverview: OwnTool<FleetOverviewQueryVariables> = {
  name: 'fleet_overview',
  title: 'Fleet overview',
  purpose:
    'Counts the screens, playlists and media files of the organization by status and type. Start here, and for "how many": it reads no record by itself.',
  cost: '1 REST request, and 1 for each 100 screens, 100 playlists and 100 media files',
  scopes: ['screens:read', 'playlists:read', 'media:read'],
  document: /* GraphQL */ `
    query FleetOverview {
      organization {
        id
        name
      }
      screenSummary {
        count
        precision
        byStatus {
          status
          count
        }
        byOrientation {
          orientation
          count
        }
        onNow
        lastUpdatedAt
      }
      playlistSummary {
        count
        precision
        empty
        totalDurationSeconds
        lastUpdatedAt
      }
      mediaSummary {
        count
        precision
        byType {
          type
          count
        }
        byStatus {
          status
          count
        }
        totalSizeBytes
        lastUpdatedAt
      }
    }
  `,
  arguments: {},
};
