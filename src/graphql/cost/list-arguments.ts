import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** The names of arguments, or of members of an argument, that are lists. */
export const listArguments = (
  inputs: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): readonly string[] => inputs.flatMap(({ name, type }) => (isListType(getNullableType(type)) ? [name] : []));

/** The members of arguments that are lists, by the argument. */
export function listMembers({
  args,
}: GraphQLField<unknown, unknown>): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  for (const { name, type } of args) {
    const input = getNamedType(type);
    if (isInputObjectType(input)) members.set(name, listArguments(Object.values(input.getFields())));
  }
  return members;
}
