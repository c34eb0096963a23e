import { ViewFrame } from '../component/view-frame.js';
import { overviewHref } from '../route/path.js';

/** The page for an address that names no view. */
export function UnknownAddress() {
  return (
    <ViewFrame title="Nothing is at this address" errors={[]} retry={() => undefined} isBusy={false}>
      <p className="unknown__text">The address may be mistyped, or from another version of this page.</p>
      <a className="button button--link" href={overviewHref}>
        Go to the overview
      </a>
    </ViewFrame>
  );
}
