import { GraphQLError } from 'graphql';

/** Levels of lists and objects in the variables; no argument has more than one. */
const maxLevels = 100;

/** The variables of a request as JSON, by which equal requests are found. */
export interface VariablesText {
  readonly text: string;
  /** False where unequal variables may have this text: JSON has none for undefined and for infinite numbers. */
  readonly isExact: boolean;
}

/**
 * Prints the variables of a request.
 *
 * @throws GraphQLError BAD_USER_INPUT for variables that are nested deeper than any argument takes
 */
export function printVariables(variables: Readonly<Record<string, unknown>>): VariablesText {
  const isExact = isExactInJson(variables);
  return { text: JSON.stringify(variables), isExact };
}

/** Level by level: recursion could overflow the stack. */
function isExactInJson(variables: object): boolean {
  let isExact = true;
  let level: object[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) throw depthError();
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

const depthError = (): GraphQLError =>
  new GraphQLError(
    `The variables are more than ${maxLevels} levels deep, and no argument takes such a value. Send fewer levels.`,
    {
      extensions: { code: 'BAD_USER_INPUT', http: { spec: true, status: 400 } },
    },
  );
