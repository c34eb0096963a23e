import { Notice } from '../component/notice.js';
import type { SessionControl } from './use-session.js';

/** Why the last attempt to sign in or out failed, and another one where it may succeed. */
export function SessionNotice({ control: { failure, retry } }: { readonly control: SessionControl }) {
  if (failure === undefined) return null;
  return (
    <div role="alert">
      <Notice
        tone={retry ? 'wait' : 'bad'}
        title={retry ? 'Signing in is not possible now' : 'Signing in failed'}
        actions={
          retry && (
            <button type="button" className="button" onClick={() => void retry()}>
              Try again
            </button>
          )
        }
      >
        <p>{failure}</p>
      </Notice>
    </div>
  );
}
