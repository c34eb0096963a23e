import '../style/record.css';
import '../style/screen.css';
import { Notice } from '../component/notice.js';
import { Panel, Skeleton } from '../component/panel.js';
import { type Availability, describeSchedule } from '../component/schedule.js';
import { StatusPill } from '../component/status-pill.js';
import { useMinute } from '../component/time.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead, useLast, useView } from '../data/use-view.js';
import { ScreenBody } from './screen-body.js';
import { screenView } from './screen-query.js';

/** One screen: its record, and what it plays. */
export function Screen({ id }: { readonly id: string }) {
  const withRecord = useCanRead('screens:read');
  const withPlayback = useCanRead('playback:read');
  const withMedia = useCanRead('media:read');
  const canRead = withRecord || withPlayback;
  const reading = useView(
    screenView,
    { id, withRecord, withPlayback, withMedia },
    { watch: true, pause: !canRead },
  );
  const { data, errors, isLoading } = reading;
  // A refused scope changes the operation, which must not empty the page.
  const parts = useLast(data);
  const known = parts?.screen ?? parts?.playbackConfiguration?.screen;
  const availability = (parts?.screen ?? parts?.playbackConfiguration)?.availability;
  return (
    <RecordFrame
      collection="screens"
      id={id}
      fields={['screen', 'playbackConfiguration']}
      name={known?.name}
      summary={known && <Summary status={known.status} availability={availability} />}
      reading={reading}
    >
      {!canRead && <NoScope />}
      {canRead && !known && isLoading && <ScreenSkeleton />}
      {parts && known && (
        <ScreenBody id={id} parts={parts} errors={errors} availability={availability} status={known.status} />
      )}
    </RecordFrame>
  );
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

/** The shape of the page while nothing is known. */
const ScreenSkeleton = () => (
  <div className="record screen">
    <Panel title="Preview" className="preview">
      <div className="preview__parts">
        <Skeleton shape="block" height="calc(var(--stage-height) + 24px)" />
        <Skeleton shape="rows" height="44px" />
        <div className="items">
          {Array.from({ length: 6 }, (_none, index) => (
            <Skeleton key={index} shape="block" height="116px" />
          ))}
        </div>
      </div>
    </Panel>
    <div className="record__aside">
      <Panel title="Schedule">
        <Skeleton shape="rows" height="196px" />
      </Panel>
      <Panel title="Details">
        <Skeleton shape="rows" height="250px" />
      </Panel>
    </div>
  </div>
);
