import '../style/record.css';
import '../style/screen.css';
import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { MissingPart, Notice } from '../component/notice.js';
import { Fact, Panel, RecordFacts } from '../component/panel.js';
import { Skeleton } from '../component/skeleton.js';
import { StatusPill } from '../component/picture.js';
import { type Availability, describeSchedule } from '../component/schedule.js';
import { Moment, useMinute } from '../component/time.js';
import { RecordFrame } from '../component/view-frame.js';
import { useCanRead, useLast, useView } from '../data/use-view.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type { ScreenViewQuery } from '../generated/graphql.js';
import { findReasons, type Known } from './darkness.js';
import { ratioOf, type Shape } from './geometry.js';
import { toPlayback } from './playback.js';
import { Preview } from './preview.js';
import { screenView } from './screen-query.js';
import { WeekTimeline } from './week-timeline.js';

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
        <ScreenBody
          id={id}
          parts={parts}
          errors={errors}
          availability={availability}
          status={known.status}
        />
      )}
    </RecordFrame>
  );
}

function Summary({ status, availability }: Pick<ScreenBodyProps, 'status' | 'availability'>) {
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
      It needs the scope <code>screens:read</code>, or <code>playback:read</code> for what a screen
      plays. Scopes cannot be added later: sign in with a credential that has one.
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

interface ScreenBodyProps {
  readonly id: string;
  readonly parts: ScreenViewQuery;
  readonly errors: readonly ReadError[];
  readonly status: string;
  readonly availability: Availability | undefined;
}

/** What is known of a screen: what it plays, and beside it its hours and its record. */
function ScreenBody({ id, parts, errors, status, availability }: ScreenBodyProps) {
  const { screen, playbackConfiguration } = parts;
  const playback = playbackConfiguration ? toPlayback(playbackConfiguration, errors) : undefined;
  const playing = playbackConfiguration?.screen;
  const shape = {
    orientation: screen?.orientation ?? playing?.orientation ?? null,
    viewport: screen?.viewport ?? playing?.viewport ?? null,
  };
  return (
    <div className="record screen">
      <DarkReasons status={status} availability={availability} items={playback?.items} />
      {playback ? (
        <Preview playback={playback} ratio={ratioOf(shape)} />
      ) : (
        <Panel title="Preview">
          <MissingPart
            what="What this screen plays"
            scope="playback:read"
            error={errorAt(errors, ['playbackConfiguration'])}
          />
        </Panel>
      )}
      <div className="record__aside">
        {availability && <WeekTimeline availability={availability} />}
        <ScreenFacts {...parts} {...{ id, errors, shape }} />
      </div>
    </div>
  );
}

/** Why the screen may be dark; nothing where nothing says so. */
function DarkReasons(known: Known) {
  const reasons = findReasons(known, useMinute());
  if (reasons.length === 0) return null;
  return (
    <section className="dark" aria-label="Why this screen may be dark">
      <ul>
        {reasons.map(({ tone, title, text }) => (
          <li key={title} className={`dark__reason dark__reason--${tone}`}>
            <strong>{title}:</strong> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ScreenFactsProps extends ScreenViewQuery, Pick<ScreenBodyProps, 'id' | 'errors'> {
  readonly shape: Shape;
}

/** The record of a screen. */
function ScreenFacts({ id, errors, shape, screen, playbackConfiguration }: ScreenFactsProps) {
  const { orientation, viewport } = shape;
  return (
    <Panel title="Details">
      {screen?.description != null && <p className="panel__lead">{screen.description}</p>}
      <dl className="facts">
        {/* A playback configuration has the word of REST, a screen has that of the schema. */}
        <Fact term="Orientation">
          {orientation && formatEnum(orientation.replaceAll('-', '_'))}
        </Fact>
        <Fact term="Viewport">{formatSize(viewport) || null}</Fact>
        {screen && (
          <Fact term="Items">
            {formatCount(screen.itemCount, 'item')}, {formatDuration(screen.totalDurationSeconds)}
          </Fact>
        )}
        {playbackConfiguration && (
          <>
            <Fact term="Revision">
              <code>{playbackConfiguration.revision}</code>
            </Fact>
            <Fact term="Resolved">
              <Moment at={playbackConfiguration.resolvedAt} />
            </Fact>
          </>
        )}
        <RecordFacts id={id} record={screen ?? undefined} />
      </dl>
      {!screen && (
        <MissingPart
          what="The rest of the record"
          scope="screens:read"
          error={errorAt(errors, ['screen'])}
        />
      )}
    </Panel>
  );
}
