import type { ReactNode } from 'react';
import { Fact, Facts, RecordFacts } from '../component/facts.js';
import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { MissingPart } from '../component/missing.js';
import { Panel } from '../component/panel.js';
import type { Availability } from '../component/schedule.js';
import { Moment, useMinute } from '../component/time.js';
import { errorAt, type ReadError } from '../error/read-error.js';
import type { ScreenViewQuery } from '../generated/graphql.js';
import { findReasons, type Known } from './darkness.js';
import { ratioOf, type Shape } from './geometry.js';
import { toPlayback } from './playback.js';
import { Preview } from './preview.js';
import { WeekTimeline } from './week-timeline.js';

interface ScreenBodyProps {
  readonly id: string;
  readonly parts: ScreenViewQuery;
  readonly errors: readonly ReadError[];
  readonly status: string;
  readonly availability: Availability | undefined;
}

/** What is known of a screen: what it plays, and beside it its hours and its record. */
export function ScreenBody({ id, parts, errors, status, availability }: ScreenBodyProps) {
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
        <ScreenFacts id={id} {...parts} shape={shape}>
          {!screen && (
            <MissingPart
              what="The rest of the record"
              scope="screens:read"
              error={errorAt(errors, ['screen'])}
            />
          )}
        </ScreenFacts>
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

interface ScreenFactsProps extends ScreenViewQuery {
  readonly id: string;
  readonly shape: Shape;
  /** Why something is missing. */
  readonly children: ReactNode;
}

/** The record of a screen. */
function ScreenFacts({ id, shape, screen, playbackConfiguration, children }: ScreenFactsProps) {
  const { orientation, viewport } = shape;
  return (
    <Panel title="Details">
      {screen?.description != null && <p className="panel__lead">{screen.description}</p>}
      <Facts>
        {/* A playback configuration has the word of REST, a screen has that of the schema. */}
        <Fact term="Orientation">{orientation && formatEnum(orientation.replaceAll('-', '_'))}</Fact>
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
      </Facts>
      {children}
    </Panel>
  );
}
