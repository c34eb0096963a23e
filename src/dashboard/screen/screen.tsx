import '../style/record.css';
import '../style/screen.css';
import { useMinute } from '../component/clock.js';
import { Notice } from '../component/notice.js';
import { type Availability, describeSchedule } from '../component/schedule.js';
import { scheduleFragment } from '../component/schedule-fragment.js';
import { StatusPill } from '../component/status-pill.js';
import { MissingRecord, ViewFrame } from '../component/view-frame.js';
import { useCanRead } from '../data/scope.js';
import { useLast } from '../data/use-once.js';
import { useView } from '../data/use-view.js';
import { isMissing } from '../error/read-error.js';
import { readFragment } from '../generated/index.js';
import { listHref } from '../route/path.js';
import { ScreenBody } from './screen-body.js';
import { ScreenSkeleton } from './screen-skeleton.js';
import { type ScreenParts, screenView } from './screen-view.js';

const list = { href: listHref('screens'), label: 'Screens' };

/** One screen: its record, and what it plays. */
export function Screen({ id }: { readonly id: string }) {
  const withRecord = useCanRead('screens:read');
  const withPlayback = useCanRead('playback:read');
  const withMedia = useCanRead('media:read');
  const canRead = withRecord || withPlayback;
  const { data, errors, isBusy, isLoading, refresh } = useView(
    screenView,
    { id, withRecord, withPlayback, withMedia },
    { watch: true, pause: !canRead },
  );
  // A refused scope changes the operation, which must not empty the page.
  const parts = useLast(data);
  if (isMissing(errors, 'screen') || isMissing(errors, 'playbackConfiguration'))
    return <MissingRecord what="screen" id={id} list={list} />;
  const known = parts?.screen ?? parts?.playbackConfiguration?.screen;
  const availability = availabilityOf(parts);
  return (
    <ViewFrame
      title={known?.name ?? 'Screen'}
      summary={known ? <Summary status={known.status} availability={availability} /> : <code>{id}</code>}
      back={list}
      errors={errors}
      retry={refresh}
      isBusy={isBusy}
    >
      {!canRead && <NoScope />}
      {canRead && !known && isLoading && <ScreenSkeleton />}
      {parts && known && (
        <ScreenBody id={id} parts={parts} errors={errors} availability={availability} status={known.status} />
      )}
    </ViewFrame>
  );
}

function availabilityOf(parts: ScreenParts | undefined): Availability | undefined {
  const { screen, playbackConfiguration } = parts ?? {};
  return readFragment(scheduleFragment, screen?.availability ?? playbackConfiguration?.availability);
}

interface SummaryProps {
  readonly status: string;
  readonly availability: Availability | undefined;
}

function Summary({ status, availability }: SummaryProps) {
  const now = useMinute();
  return (
    <>
      <StatusPill status={status} />
      {availability && <span>{describeSchedule(availability, now)}</span>}
    </>
  );
}

const NoScope = () => (
  <Notice tone="calm" title="This credential cannot read screens">
    <p>
      It needs the scope <code>screens:read</code>, or <code>playback:read</code> for what a screen plays.
      Scopes cannot be added later: sign in with a credential that has one.
    </p>
  </Notice>
);
