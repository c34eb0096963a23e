import type { Session } from '../data/session.js';
import type { SessionControl } from './use-session.js';

interface CredentialPickerProps {
  readonly session: Session;
  readonly control: SessionControl;
}

/** Shows the session and signs out; with the simulator, it also switches between demo credentials. */
export function CredentialPicker({ session, control }: CredentialPickerProps) {
  const demos = control.state?.demos ?? [];
  return (
    <div className="who">
      {demos.some(({ name }) => name === session.name) ? (
        <label className="who__pick">
          <span className="who__label">Credential</span>
          <select
            value={session.name}
            onChange={(event) => void control.signIn({ demo: event.target.value })}
            title={session.scopes?.join(', ') ?? ''}
          >
            {demos.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      ) : (
        <span className="who__name">{session.name}</span>
      )}
      <button
        type="button"
        className="button who__out"
        aria-label="Sign out"
        onClick={() => void control.signOut(session)}
      >
        <span className="who__word">Sign out</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M14 5H6v14h8M11 12h9M16.500 8.500L20 12l-3.500 3.500" />
        </svg>
      </button>
    </div>
  );
}
