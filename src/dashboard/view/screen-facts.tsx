import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { tellCount, tellDuration, tellMoment, tellSize, tellWord } from '../part/format.js';
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

/** What a screen is; needs screens:read. */
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
        <dd>{facts.orientation === null ? 'not known' : tellWord(facts.orientation)}</dd>
        <dt>Viewport</dt>
        <dd>{tellSize(facts.viewport) || 'not known'}</dd>
        <dt>Content</dt>
        <dd>
          {tellCount(facts.itemCount, 'item')}, {tellDuration(facts.totalDurationSeconds)}
        </dd>
        <dt>Created</dt>
        <dd>{tellMoment(facts.createdAt)}</dd>
        <dt>Updated</dt>
        <dd>{tellMoment(facts.updatedAt)}</dd>
      </dl>
    </>
  );
}
