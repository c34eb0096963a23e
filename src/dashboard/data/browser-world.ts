import { readChoice } from './freshness-sign.js';
import { createOpenStream } from './open-stream.js';
import type { Session } from './session.js';
import { readStored, writeStored } from './stored.js';
import type { FreshnessWorld } from './stream.js';

/** A number, in the browser's storage: how often the page looks. */
const choiceKey = 'refresh-seconds';

/** The tab as the freshness of its page sees it. @param onSessionEnded called when the server no longer knows the session */
export function browserWorld(session: Session, onSessionEnded: () => void): FreshnessWorld {
  let isLeft = false;
  return {
    now: () => Date.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    isVisible: () => !document.hidden && !isLeft,
    onLook(listener) {
      const leaving = new AbortController();
      const { signal } = leaving;
      // A page with an open stream could not be kept for the way back.
      const leave = (hasLeft: boolean) => () => {
        isLeft = hasLeft;
        listener();
      };
      addEventListener('pagehide', leave(true), { signal });
      addEventListener('pageshow', leave(false), { signal });
      addEventListener('focus', listener, { signal });
      addEventListener('online', listener, { signal });
      document.addEventListener('visibilitychange', listener, { signal });
      return () => leaving.abort();
    },
    openStream: createOpenStream(session, onSessionEnded),
    readChoice: () => readChoice(readStored(choiceKey)),
    writeChoice: (seconds) => writeStored(choiceKey, String(seconds)),
  };
}
