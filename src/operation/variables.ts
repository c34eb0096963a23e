import { GraphQLError } from 'graphql';

/** Levels of lists and objects in the variables; no argument has more than one. */
const maxLevels = 100;

/** The variables of a request as text, by which equal requests know each other. */
export interface VariablesText {
  readonly text: string;
  /** Whether equal texts are equal variables: JSON has no text for a number beyond the range of numbers. */
  readonly isExact: boolean;
}

/**
 * Prints the variables of a request.
 *
 * @throws GraphQLError BAD_USER_INPUT for variables that are nested deeper than anything that is served
 */
export function printVariables(variables: Readonly<Record<string, unknown>>): VariablesText {
  const isExact = inspect(variables);
  return { text: JSON.stringify(variables), isExact };
}

/** Level by level, as a recursion could be made to overflow the stack. */
function inspect(variables: object): boolean {
  let isExact = true;
  let level: object[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) throw tooDeep();
    const below: object[] = [];
    for (const holder of level)
      for (const value of membersOf(holder)) {
        if (typeof value === 'object') {
          if (value !== null) below.push(value);
        } else if (value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
          isExact = false;
      }
    level = below;
  }
  return isExact;
}

const membersOf = (holder: object): readonly unknown[] =>
  Array.isArray(holder) ? holder : Object.values(holder);

const tooDeep = (): GraphQLError =>
  new GraphQLError(
    `The variables are nested more than ${maxLevels} levels deep; no argument takes such a value.`,
    {
      extensions: { code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } },
    },
  );
