import { MissingPart, ScopeNote } from '../component/missing.js';
import { Panel } from '../component/panel.js';
import type { Availability } from '../component/schedule.js';
import { useCanRead } from '../data/scope.js';
import type { ReadError } from '../error/read-error.js';
import { DarkReasons } from './dark-reasons.js';
import { ratioOf } from './geometry.js';
import type { Playback } from './item.js';
import { toPlayback } from './playback.js';
import { Preview } from './preview.js';
import { ScreenFacts } from './screen-facts.js';
import type { ScreenParts } from './screen-view.js';
import { WeekTimeline } from './week-timeline.js';

interface ScreenBodyProps {
  readonly id: string;
  readonly parts: ScreenParts;
  readonly errors: readonly ReadError[];
  readonly status: string;
  readonly availability: Availability | undefined;
}

/** What is known of a screen: what it plays, and beside it its hours and its record. */
export function ScreenBody({ id, parts, errors, status, availability }: ScreenBodyProps) {
  const { screen, playbackConfiguration } = parts;
  const playback = playbackConfiguration
    ? toPlayback(playbackConfiguration, errors, ['playbackConfiguration'])
    : undefined;
  const playing = playbackConfiguration?.screen;
  const shape = {
    orientation: screen?.orientation ?? playing?.orientation ?? null,
    viewport: screen?.viewport ?? playing?.viewport ?? null,
  };
  return (
    <div className="record screen">
      <DarkReasons status={status} availability={availability} items={playback?.items} />
      {playback ? (
        <Playing playback={playback} shape={shape} />
      ) : (
        <Panel title="Preview">
          <MissingPart what="What this screen plays" scope="playback:read" path={['playbackConfiguration']} />
        </Panel>
      )}
      <div className="record__aside">
        {availability && <WeekTimeline availability={availability} />}
        <ScreenFacts id={id} {...shape} screen={screen} playback={playbackConfiguration}>
          {!screen && <MissingPart what="The rest of the record" scope="screens:read" path={['screen']} />}
        </ScreenFacts>
      </div>
    </div>
  );
}

interface PlayingProps {
  readonly playback: Playback;
  readonly shape: Parameters<typeof ratioOf>[0];
}

function Playing({ playback, shape }: PlayingProps) {
  const canReadMedia = useCanRead('media:read');
  return (
    <Preview playback={playback} ratio={ratioOf(shape)}>
      {!canReadMedia && <ScopeNote what="Names and states of media files need" scope="media:read" />}
    </Preview>
  );
}
