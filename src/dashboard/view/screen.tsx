import { useViewQuery } from '../data/use-view-query.js';
import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatCount, formatDateTime } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import { ViewFrame } from '../component/view-frame.js';
import { hrefOf } from '../route.js';
import { PlaybackRow } from './playback-row.js';
import { ScreenFacts } from './screen-facts.js';

/** Two root fields for two scopes: a credential that lacks one still shows the other half. */
const screenView = graphql(`
  query ScreenView($id: ID!) {
    screen(id: $id) {
      name
      status
      ...ScreenFacts
    }
    playbackConfiguration(screenId: $id) {
      screen {
        name
        status
      }
      ...Playback
    }
  }
`);

/** One screen: its record, and what it plays. */
export function Screen({ id }: { readonly id: string }) {
  const { data, errors, isBusy, retry } = useViewQuery(screenView, { id });
  const playback = data?.playbackConfiguration;
  const screen = data?.screen ?? playback?.screen;
  return (
    <ViewFrame
      title={screen?.name ?? 'Screen'}
      summary={
        <>
          {screen && <StatusPill status={screen.status} />}
          <code>{id}</code>
        </>
      }
      back={{ href: hrefOf({ view: 'screens', page: 1 }), label: 'Screens' }}
      errors={errors}
      retry={retry}
      isBusy={isBusy}
    >
      {data === undefined && isBusy && <div className="panel shimmer panel--tall" />}
      {data !== undefined && (
        <div className="split">
          <div>{playback ? <Playback playback={playback} /> : <NoPlayback />}</div>
          <aside className="panel">
            <h2>Screen</h2>
            {data.screen ? (
              <ScreenFacts screen={data.screen} />
            ) : (
              <>
                <p className="muted">The rest of the record is not shown to this credential.</p>
                <Reason path={['screen']} />
              </>
            )}
          </aside>
        </div>
      )}
    </ViewFrame>
  );
}

function NoPlayback() {
  return (
    <section className="panel">
      <h2>Plays</h2>
      <p className="muted">What this screen plays is not known.</p>
      <Reason path={['playbackConfiguration']} />
    </section>
  );
}

function Reason({ path }: { readonly path: Path }) {
  return <InlineError error={useErrorAt(path)} />;
}

const playbackFragment = graphql(`
  fragment Playback on PlaybackConfiguration {
    resolvedAt
    revision
    screen {
      viewport {
        width
        height
      }
    }
    items {
      slotId
      durationSeconds
      ...PlaybackRow
    }
    overlays {
      slotId
      ...PlaybackRow
    }
  }
`);

function Playback({ playback }: { readonly playback: FragmentType<typeof playbackFragment> }) {
  const { items, overlays, resolvedAt, revision, screen } = readFragment(playbackFragment, playback);
  const ratio = screen.viewport ?? { width: 16, height: 9 };
  const path = ['playbackConfiguration'] as const;
  return (
    <>
      <section className="panel" aria-labelledby="plays">
        <div className="panel__head">
          <h2 id="plays">Plays</h2>
          <span className="muted">{formatCount(items.length, 'item')}, one after the other</span>
        </div>
        {items.length === 0 && <p className="empty">Nothing plays on this screen.</p>}
        <ol className="rows">
          {items.map((item, index) => (
            <PlaybackRow key={item.slotId} item={item} ratio={ratio} path={[...path, 'items', index]} />
          ))}
        </ol>
        <p className="muted small">
          Resolved {formatDateTime(resolvedAt)} · revision <code>{revision}</code>
        </p>
      </section>
      {overlays.length > 0 && (
        <section className="panel" aria-labelledby="overlays">
          <div className="panel__head">
            <h2 id="overlays">Overlays</h2>
            <span className="muted">shown on top</span>
          </div>
          <ol className="rows">
            {overlays.map((item, index) => (
              <PlaybackRow key={item.slotId} item={item} ratio={ratio} path={[...path, 'overlays', index]} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
