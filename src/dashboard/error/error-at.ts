import { createContext, use } from 'react';
import { errorAt, type ReadError } from './read-error.js';

/** A path in the result, as errors carry it. */
export type Path = readonly (string | number)[];

/** The errors of the result that a view shows. */
export const ErrorsContext = createContext<readonly ReadError[]>([]);

/** The error that explains why the field at a path is null, if there is one. */
export const useErrorAt = (path: Path): ReadError | undefined => errorAt(use(ErrorsContext), path);
