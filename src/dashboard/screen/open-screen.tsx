import '../style/screen.css';
import type { SyntheticEvent } from 'react';
import { recordHref } from '../data/collection.js';
import { useCanRead } from '../data/use-view.js';

/**
 * For credentials that may not list screens: with `playback:read`, they can still read a screen
 * whose id is known.
 */
export function OpenScreen() {
  const open = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const id = new FormData(event.currentTarget).get('id');
    if (typeof id === 'string' && id.trim() !== '')
      location.hash = recordHref('screens', id.trim());
  };
  if (!useCanRead('playback:read')) return null;
  return (
    <form className="panel open-screen" onSubmit={open}>
      <label htmlFor="screen-id">
        <strong>Open a screen by its id</strong>
        <span className="muted">
          Scopes are independent: a credential with playback:read alone may read what a known screen
          plays.
        </span>
      </label>
      <div className="field">
        <input
          id="screen-id"
          name="id"
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder="scr_…"
        />
        <button type="submit" className="button button--strong">
          Open
        </button>
      </div>
    </form>
  );
}
