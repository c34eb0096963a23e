import { useEffect, useState } from 'react';
import { hasCode, partnerErrors } from 'partner-graphql/client';

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Why the list could not be read, by the error's code, and what to do. */
export function Failure({ error, onRetry, isRetrying }: FailureProps) {
  const { title, text, waitSeconds = 0 } = explain(error);
  const secondsLeft = useCountdown(waitSeconds, error);
  return (
    <section className="note note--failure" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <button onClick={onRetry} disabled={isRetrying || secondsLeft > 0}>
        {secondsLeft > 0 ? `Try again in ${secondsLeft} s` : 'Try again'}
      </button>
    </section>
  );
}

interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly waitSeconds?: number;
}

function explain(error: unknown): Explanation {
  const [first] = partnerErrors(error);
  if (hasCode(first, 'FORBIDDEN'))
    return {
      title: 'The credential may not read this',
      text: `It lacks the scope ${first.extensions.requiredScope ?? 'for this list'}. Scopes cannot be added: create a credential that has it.`,
    };
  if (hasCode(first, 'UNAUTHENTICATED'))
    return {
      title: 'The credential is not valid',
      text: 'The server of this page needs a credential that exists and has not been revoked.',
    };
  if (hasCode(first, 'RATE_LIMITED'))
    return {
      title: 'Too many requests',
      text: 'The quota of the Partner API is spent for now.',
      waitSeconds: Math.ceil(first.extensions.retryAfterSeconds ?? 1),
    };
  if (first !== undefined) return { title: 'The screens cannot be read', text: first.message };
  return {
    title: 'No response',
    text: 'The façade does not respond to the server of this page. Is it running?',
  };
}

/** Whole seconds that are left, from the moment that `cause` appears. */
function useCountdown(seconds: number, cause: unknown): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
}
