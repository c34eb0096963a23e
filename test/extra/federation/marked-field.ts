import { Kind, parse, print } from 'graphql';

/**
 * The fields of a schema's object types that have a directive: its text by the coordinate of the
 * field.
 */
export const markedFields = (text: string, directive: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parse(text)
      .definitions.filter((type) => type.kind === Kind.OBJECT_TYPE_DEFINITION)
      .flatMap((type) =>
        (type.fields ?? []).flatMap(({ name, directives = [] }) =>
          directives
            .filter((each) => each.name.value === directive)
            .map((each) => [`${type.name.value}.${name.value}`, print(each)]),
        ),
      ),
  );
