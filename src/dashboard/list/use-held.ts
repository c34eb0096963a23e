import { useEffect, useRef, useState } from 'react';

/** Milliseconds. A list that is shown this much longer flickers less than one that is replaced by skeletons at once. */
const holdMs = 250;

/**
 * The value, or for a moment the one before, while nothing is known of the new one.
 *
 * @param key of what the value tells about
 */
export function useHeld<Value>(value: Value, key: string, isKnown: boolean): Value {
  const held = useRef(value);
  const [lateKey, setLateKey] = useState<string>();
  useEffect(() => {
    if (isKnown) return undefined;
    const timer = setTimeout(() => setLateKey(key), holdMs);
    return () => clearTimeout(timer);
  }, [key, isKnown]);
  if (isKnown || lateKey === key) held.current = value;
  return held.current;
}
