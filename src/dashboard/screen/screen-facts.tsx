import type { ReactNode } from 'react';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { Fact, Facts } from '../component/fact.js';
import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { Moment } from '../component/moment.js';
import { Panel } from '../component/panel.js';
import type { Ratio } from '../component/ratio.js';
import { RecordFacts } from '../component/record-facts.js';

export const screenFactsFragment = graphql(`
  fragment ScreenFacts on Screen {
    description
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

export const playbackFactsFragment = graphql(`
  fragment PlaybackFacts on PlaybackConfiguration {
    resolvedAt
    revision
  }
`);

interface ScreenFactsProps {
  readonly id: string;
  readonly orientation: string | null;
  readonly viewport: Ratio | null;
  /** Needs screens:read. */
  readonly screen: FragmentType<typeof screenFactsFragment> | null | undefined;
  /** Needs playback:read. */
  readonly playback: FragmentType<typeof playbackFactsFragment> | null | undefined;
  /** Why something is missing. */
  readonly children?: ReactNode;
}

/** The record of a screen. */
export function ScreenFacts({ id, orientation, viewport, screen, playback, children }: ScreenFactsProps) {
  const record = readFragment(screenFactsFragment, screen);
  const resolved = readFragment(playbackFactsFragment, playback);
  return (
    <Panel title="Details">
      {record?.description != null && <p className="panel__lead">{record.description}</p>}
      <Facts>
        <Fact term="Orientation">{orientation === null ? null : formatOrientation(orientation)}</Fact>
        <Fact term="Viewport">{formatSize(viewport) || null}</Fact>
        {record && (
          <Fact term="Items">
            {formatCount(record.itemCount, 'item')}, {formatDuration(record.totalDurationSeconds)}
          </Fact>
        )}
        {resolved && (
          <>
            <Fact term="Revision">
              <code>{resolved.revision}</code>
            </Fact>
            <Fact term="Resolved">
              <Moment at={resolved.resolvedAt} />
            </Fact>
          </>
        )}
        <RecordFacts id={id} record={record ?? undefined} />
      </Facts>
      {children}
    </Panel>
  );
}

/** A playback configuration has the word of REST, a screen has that of the schema. */
const formatOrientation = (orientation: string): string => formatEnum(orientation.replaceAll('-', '_'));
