import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatEnum } from '../component/format.js';

export const onNowFragment = graphql(`
  fragment OnNow on Availability {
    isOnNow
    timezone
  }
`);

/** Whether a screen is on. The Partner API resolves this; the dashboard never computes it. */
export function OnNow({ availability }: { readonly availability: FragmentType<typeof onNowFragment> }) {
  const { isOnNow, timezone } = readFragment(onNowFragment, availability);
  return (
    <span className={isOnNow ? 'on-now' : 'on-now on-now--off'}>
      <strong>{isOnNow ? 'On now' : 'Off now'}</strong>
      <span className="muted"> · {timezone}</span>
    </span>
  );
}

export const hoursFragment = graphql(`
  fragment Hours on Availability {
    mode
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

/** The configured hours of a screen, unchanged even when an end precedes its start. */
export function Hours({ availability }: { readonly availability: FragmentType<typeof hoursFragment> }) {
  const { mode, weekly, special } = readFragment(hoursFragment, availability);
  return (
    <>
      <p>{modes[mode] ?? formatEnum(mode)}</p>
      {mode === 'WEEKLY' && weekly && (
        <ul className="hours">
          {weekly.map(({ day, start, end }, index) => (
            <li key={index}>
              <span>{formatEnum(day)}</span>
              <span>
                {start}–{end}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mode === 'SPECIAL' && special && (
        <p>
          {special.startDate} to {special.endDate}, {special.start}–{special.end}
        </p>
      )}
    </>
  );
}

const modes: Readonly<Record<string, string>> = {
  ALWAYS: 'Always on',
  WEEKLY: 'On in weekly hours',
  SPECIAL: 'On in special hours',
};
