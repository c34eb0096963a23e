'use client';

/** What nobody expected: the reasons that the façade names are shown by the page itself. */
export default function Failure({ reset }: { readonly reset: () => void }) {
  return (
    <div role="alert">
      <p>The page cannot be shown.</p>
      <button onClick={reset}>Try again</button>
    </div>
  );
}
