import { createContext, use, useLayoutEffect } from 'react';
import { errorAt, type ReadError } from './read-error.js';

/** A path in the result, as errors carry it. */
export type Path = readonly (string | number)[];

/** The errors of the result that a view shows. */
export const ErrorsContext = createContext<readonly ReadError[]>([]);

/** The error that explains why the field at a path is null, if there is one. */
export const useErrorAt = (path: Path): ReadError | undefined => errorAt(use(ErrorsContext), path);

/** Tells the frame of the view which reason is said in full elsewhere; it returns how to take that back. */
export const SaidContext = createContext<(reason: string) => () => void>(() => () => undefined);

/** Keeps the frame of the view from saying a reason that a part of the view says. @param reason see `reasonOf` */
export function useSaid(reason: string): void {
  const say = use(SaidContext);
  // Before the frame is painted.
  useLayoutEffect(() => say(reason), [say, reason]);
}
