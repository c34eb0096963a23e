import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

interface SearchBoxProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Milliseconds of rest before what is typed is searched for. */
const restMs = 200;

/** Searches names while the visitor types. */
export function SearchBox({ text, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const search = useEffectEvent(onChange);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => search(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, text]);
  /** Escape clears, and leaves a field that is clear. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (typed === '') event.currentTarget.blur();
    else setTyped('');
  };
  return (
    <input
      type="search"
      className="search"
      aria-label="Search names"
      aria-keyshortcuts="/"
      placeholder="Search names"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
