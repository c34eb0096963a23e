import { Kind, parse, print } from 'graphql';

/** The fields of a schema that are null only on an error: their coordinates, with their levels, in alphabetical order. */
export const semanticFields = (text: string): readonly string[] =>
  parse(text)
    .definitions.flatMap((type) =>
      type.kind !== Kind.OBJECT_TYPE_DEFINITION
        ? []
        : (type.fields ?? []).flatMap(({ name, directives = [] }) =>
            directives
              .filter((each) => each.name.value === 'semanticNonNull')
              .map((each) => `${type.name.value}.${name.value} ${print(each)}`),
          ),
    )
    .toSorted();
