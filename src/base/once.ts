/** A function that computes its value once for each object, and again where it has thrown. */
export function onceFor<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const computed = known.get(key);
    if (computed !== undefined) return computed.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
