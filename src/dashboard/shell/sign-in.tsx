import { type SyntheticEvent, useState } from 'react';
import { Notice } from '../component/notice.js';
import type { SessionControl } from '../data/session.js';

/** The page without a session: offers the demo credentials, and a field for one's own. */
export function SignInPage({ control }: { readonly control: SessionControl }) {
  const demos = control.state?.demos ?? [];
  return (
    <main className="sign-in">
      <h1>Sign in</h1>
      <p className="muted">
        The dashboard reads your organization with a credential of the Partner API. It stays in the
        server’s memory until you sign out, and never comes back to this page.
      </p>
      <SessionNotice failure={control.failure} />
      {demos.length > 0 && (
        <ul className="demo-list">
          {demos.map(({ name, scopes }) => (
            <li key={name}>
              <button
                type="button"
                className="demo"
                onClick={() => void control.signIn({ demo: name })}
              >
                <strong>{name}</strong>
                <span className="muted">{scopes.join(' · ') || 'no scope at all'}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <CredentialForm signIn={control.signIn} />
    </main>
  );
}

function CredentialForm({ signIn }: Pick<SessionControl, 'signIn'>) {
  const [isWaiting, setIsWaiting] = useState(false);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const credential = new FormData(form).get('credential');
    if (typeof credential !== 'string' || credential === '') return;
    setIsWaiting(true);
    // The page keeps no credential that the server has accepted or rejected.
    if (await signIn({ credential: credential.trim() })) form.reset();
    setIsWaiting(false);
  };
  return (
    <form className="credential" onSubmit={(event) => void submit(event)}>
      <label htmlFor="credential">Partner API credential</label>
      <div className="field">
        <input
          id="credential"
          name="credential"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <button type="submit" className="button button--strong" disabled={isWaiting}>
          {isWaiting ? 'Checking…' : 'Sign in'}
        </button>
      </div>
    </form>
  );
}

/** Why the last attempt to sign in or out failed, and another one where it may succeed. */
function SessionNotice({ failure }: Pick<SessionControl, 'failure'>) {
  if (failure === undefined) return null;
  const { message, retry } = failure;
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
        <p>{message}</p>
      </Notice>
    </div>
  );
}
