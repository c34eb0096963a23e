import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { ResolveInfo } from '../execution/resolve-info.js';
import type { Context } from './builder.js';

/** Errors that one field lists beside its value; further ones are likely to be the same. */
const maxReported = 10;

/** Lists errors at the path of a field that still has a value. */
export function reportErrors(context: Context, info: GraphQLResolveInfo, errors: readonly Error[]): void {
  for (const error of errors.slice(0, maxReported)) {
    if (info instanceof ResolveInfo) info.report(error);
    else (context.reported ??= []).push(locatedError(error, info.fieldNodes, responsePathAsArray(info.path)));
  }
}
