/** Types of the runtime's globals, where it declares them: the declarations of this entry need no library of types. */
export type Fetch = typeof globalThis extends { fetch: infer Found } ? Found : never;

export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Found } } ? Found : never;
