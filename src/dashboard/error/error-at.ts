import { createContext, use } from 'react';
import { errorAt, type ReadError } from './read-error.js';

/** A place in the answer, as errors name it. */
export type Path = readonly (string | number)[];

/** The errors of the answer that a view shows. */
export const ErrorsContext = createContext<readonly ReadError[]>([]);

/** Why the field at a path is empty; undefined where it is not, or where nothing tells why. */
export const useErrorAt = (path: Path): ReadError | undefined => errorAt(use(ErrorsContext), path);
