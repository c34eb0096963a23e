import type { ReactNode } from 'react';
import { Panel } from '../component/panel.js';
import { type Availability, formatDate } from '../component/schedule.js';
import { useMinute } from '../component/time.js';
import {
  dayNames,
  describeLocalTime,
  readZoneTime,
  type ZoneTime,
} from '../component/zone-time.js';
import {
  describeHours,
  findUnreadable,
  placeOf,
  ticks,
  toDayBars,
  toWeek,
  type WeekRow,
} from './week.js';

/** The hours of a screen in its own time zone, with its local time now. */
export function WeekTimeline({ availability }: { readonly availability: Availability }) {
  const now = useMinute();
  const { timezone } = availability;
  return (
    <Panel
      title="Schedule"
      note={<p className="muted">{describeLocalTime(timezone, now) ?? timezone}</p>}
      className="week"
    >
      <table className="week__table">
        <thead className="unseen">
          <tr>
            <th scope="col">Day</th>
            <td />
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          <Days availability={availability} time={readZoneTime(timezone, now)} />
        </tbody>
        <Ticks />
      </table>
      <Notes availability={availability} />
    </Panel>
  );
}

interface DaysProps {
  readonly availability: Availability;
  readonly time: ZoneTime | undefined;
}

function Days({ availability, time }: DaysProps) {
  const { mode, weekly, special } = availability;
  const hasDays = mode !== 'SPECIAL' || (weekly?.length ?? 0) > 0;
  return (
    <>
      {mode === 'SPECIAL' && special && <SpecialDays special={special} time={time} />}
      {hasDays &&
        toWeek(availability).map(({ day, bars, hours }) => (
          <Day
            key={day}
            label={dayNames[day]}
            bars={bars}
            hours={hours}
            now={day === time?.day ? time.minute : undefined}
            isToday={day === time?.day}
          />
        ))}
    </>
  );
}

interface SpecialDaysProps {
  readonly special: NonNullable<Availability['special']>;
  readonly time: ZoneTime | undefined;
}

function SpecialDays({ special, time }: SpecialDaysProps) {
  const { startDate, endDate } = special;
  // Empty where the local date is not known.
  const today = time?.date ?? '';
  const isRunning = startDate <= today && today <= endDate;
  const isThisYear = [startDate, endDate].every((date) => date.slice(0, 4) === today.slice(0, 4));
  const basis = isThisYear ? today : '';
  const label = (
    <>
      <span className="week__date">{formatDate(startDate, basis)} –</span>
      <span className="week__date">{formatDate(endDate, basis)}</span>
      {today !== '' && today < startDate && <span className="week__when">not begun</span>}
      {today > endDate && <span className="week__when">over</span>}
    </>
  );
  return (
    <Day
      label={label}
      bars={toDayBars(special)}
      hours={[describeHours(special)]}
      now={isRunning ? time?.minute : undefined}
      isToday={isRunning}
    />
  );
}

interface DayProps extends Pick<WeekRow, 'bars' | 'hours'> {
  readonly label: ReactNode;
  /** Minute of the day that a line marks. */
  readonly now: number | undefined;
  readonly isToday: boolean;
}

/** The bars are for the eye; the hours beside them say the same. */
const Day = ({ label, bars, hours, now, isToday }: DayProps) => (
  <tr className={isToday ? 'week__row week__row--today' : 'week__row'}>
    <th scope="row">
      {label}
      {isToday && <span className="unseen"> (today)</span>}
    </th>
    <td className="week__cell" aria-hidden="true">
      <div className="week__track">
        {bars.map(({ from, to, isUnclear }) => (
          <span
            key={`${from} ${String(isUnclear)}`}
            className={isUnclear ? 'week__bar week__bar--unclear' : 'week__bar'}
            style={{ left: placeOf(from), width: placeOf(to - from) }}
          />
        ))}
        {now !== undefined && <span className="week__now" style={{ left: placeOf(now) }} />}
      </div>
    </td>
    <td className="week__hours">
      {hours.length === 0 && 'No hours'}
      {hours.map(({ text, isUnclear }) => (
        <span key={text} className="week__window">
          {text}
          {isUnclear && <span className="unseen"> (ends before it starts)</span>}
        </span>
      ))}
    </td>
  </tr>
);

const Ticks = () => (
  <tfoot aria-hidden="true">
    <tr>
      <td />
      <td>
        <div className="week__ticks">
          {ticks.map(({ minute, label }) => (
            <span key={label} style={{ left: placeOf(minute) }}>
              {label}
            </span>
          ))}
        </div>
      </td>
      <td />
    </tr>
  </tfoot>
);

function Notes({
  availability: { mode, weekly, special },
}: {
  readonly availability: Availability;
}) {
  const hasWeekly = (weekly?.length ?? 0) > 0;
  const unreadable = mode === 'ALWAYS' ? [] : findUnreadable(weekly);
  const notes = [
    mode === 'ALWAYS' && hasWeekly && 'Weekly hours are set as well; the mode is always on.',
    mode === 'SPECIAL' && hasWeekly && 'The mode is special hours; weekly hours are set as well.',
    mode === 'SPECIAL' && special === null && 'The mode is special hours, but none are set.',
    unreadable.length > 0 &&
      `Not shown: ${unreadable.map((one) => `${one.day} ${describeHours(one).text}`).join(', ')}.`,
    isUnclear({ mode, weekly, special }) &&
      'Hatched: these hours end before they start, and the Partner API does not say what that means.',
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="week__note muted small">
      {note}
    </p>
  ));
}

const isUnclear = ({
  mode,
  weekly,
  special,
}: Pick<Availability, 'mode' | 'weekly' | 'special'>): boolean =>
  toWeek({ mode, weekly }).some(({ bars }) => bars.some((bar) => bar.isUnclear)) ||
  (mode === 'SPECIAL' && special !== null && toDayBars(special).some((bar) => bar.isUnclear));
