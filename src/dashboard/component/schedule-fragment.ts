import { graphql } from '../generated/index.js';

/** What `describeSchedule` needs. */
export const scheduleFragment = graphql(`
  fragment Schedule on Availability {
    mode
    timezone
    isOnNow
    weekly {
      day
      start
      end
    }
    special {
      startDate
      endDate
      start
      end
    }
  }
`);
