import { GraphQLError } from 'graphql';

/** @param setting undefined for a limit that is fixed */
export function limitError(what: string, max: number, setting?: string): GraphQLError {
  const source = setting ?? 'fixed: no setting raises it';
  return new GraphQLError(`The operation ${what}; at most ${max} are allowed (${source}).`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
  });
}
