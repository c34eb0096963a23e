import { useMinute } from '../component/clock.js';
import { findReasons, type Known } from './darkness.js';

/** Why the screen may be dark; nothing where nothing says so. */
export function DarkReasons(known: Known) {
  const reasons = findReasons(known, useMinute());
  if (reasons.length === 0) return null;
  return (
    <section className="dark" aria-label="Why this screen may be dark">
      <ul>
        {reasons.map(({ tone, title, text }) => (
          <li key={title} className={`dark__reason dark__reason--${tone}`}>
            <strong>{title}:</strong> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
