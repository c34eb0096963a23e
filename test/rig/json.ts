export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

/** The value at a dotted path (`nodes.0.name`), or undefined where there is none. */
export function at(root: unknown, path: string): unknown {
  let value = root;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** A copy of `root` with another value at a dotted path; `undefined` removes the member. */
export function put(root: Json, path: string, value: Json | undefined): Json {
  const [step = '', ...rest] = path.split('.');
  const change = (old: Json | undefined): Json | undefined =>
    rest.length === 0 ? value : put(old ?? {}, rest.join('.'), value);
  if (isList(root))
    return root.map((old, index) => (index === Number(step) ? (change(old) ?? null) : old));
  if (!isObject(root)) throw new Error(`There is no object at ${path}.`);
  const { [step]: old, ...others } = root;
  const fresh = change(old);
  // Computed keys are own members, whatever their name.
  return fresh === undefined ? others : { ...others, [step]: fresh };
}

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
