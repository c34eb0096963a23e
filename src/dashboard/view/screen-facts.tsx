import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatCount, formatDuration, formatDateTime, formatSize, formatEnum } from '../component/format.js';
import { Hours, OnNow } from './availability.js';

export const screenFactsFragment = graphql(`
  fragment ScreenFacts on Screen {
    description
    orientation
    viewport {
      width
      height
    }
    availability {
      ...OnNow
      ...Hours
    }
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

/** The record of a screen; needs screens:read. */
export function ScreenFacts({ screen }: { readonly screen: FragmentType<typeof screenFactsFragment> }) {
  const facts = readFragment(screenFactsFragment, screen);
  return (
    <>
      {facts.description !== null && <p>{facts.description}</p>}
      <dl className="facts">
        <dt>Now</dt>
        <dd>
          <OnNow availability={facts.availability} />
        </dd>
        <dt>Hours</dt>
        <dd>
          <Hours availability={facts.availability} />
        </dd>
        <dt>Orientation</dt>
        <dd>{facts.orientation === null ? 'not known' : formatEnum(facts.orientation)}</dd>
        <dt>Viewport</dt>
        <dd>{formatSize(facts.viewport) || 'not known'}</dd>
        <dt>Content</dt>
        <dd>
          {formatCount(facts.itemCount, 'item')}, {formatDuration(facts.totalDurationSeconds)}
        </dd>
        <dt>Created</dt>
        <dd>{formatDateTime(facts.createdAt)}</dd>
        <dt>Updated</dt>
        <dd>{formatDateTime(facts.updatedAt)}</dd>
      </dl>
    </>
  );
}
