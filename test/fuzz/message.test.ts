import fc from 'fast-check';
import {
  buildSchema,
  execute,
  getVariableValues,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  parse,
  validate,
  versionInfo,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { publicError } from '../../src/graphql/error.js';

const schema = buildSchema(`
  enum E { ONE TWO }
  input I { one: Int two: E! }
  type Query { f(b: Boolean e: E es: [E!] f: Float i: I id: ID n: Int s: String): Int }
`);
const types = ['Boolean', 'E', '[E!]', 'Float', 'I', 'ID', 'Int', 'String'];

/**
 * What values are made of: the words and marks of messages, and a letter that is in none of them.
 */
const piece = fc.constantFrom(
  ...['ж', 'жжж', 'ж'.repeat(50), '"', '\\', '\\"', '"""', '[', ']', '{', '}'],
  ...[' ', ': ', ', ', '. ', '\n', '😀', ' at "v"; ', 'Fields "', 'Value '],
  ...[' does not exist in "E" enum.', 'Int cannot represent ', ' Did you mean '],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const number = fc.oneof(fc.double(), fc.bigInt({ min: 0n }).map(Number), fc.constant(1e300));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, number, fc.boolean(), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 12 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 6 }),
}));

const letters = (message: string): number => message.split('ж').length - 1;

const publicly = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
  errors.map((error) => {
    const once = publicError(error, () => 'id');
    // An error may pass twice.
    expect(publicError(once, () => 'id').message).toBe(once.message);
    return once.toJSON();
  });

/** The errors of one variable of a type. */
function variableErrors(type: string, v: unknown): GraphQLFormattedError[] {
  const [operation] = parse(`query ($v: ${type}) { __typename }`).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return publicly(
    getVariableValues(schema, operation.variableDefinitions ?? [], { v }).errors ?? [],
  );
}

/** A value as GraphQL writes it, but for keys, which must be names. */
function literal(v: unknown): string {
  if (Array.isArray(v)) return `[${v.map(literal).join(' ')}]`;
  if (typeof v !== 'object' || v === null) return JSON.stringify(v);
  return `{ ${Object.values(v)
    .map((each, index) => `k${'a'.repeat(index * 100)}: ${literal(each)}`)
    .join(' ')} }`;
}

function documentErrors(document: string): GraphQLFormattedError[] {
  try {
    return publicly(validate(schema, parse(document)));
  } catch (error) {
    if (error instanceof GraphQLError) return publicly([error]);
    throw error;
  }
}

/**
 * Version 17 of graphql-js says what is wrong with a value, 16 repeats the value before that too.
 */
const isVersion17 = versionInfo.major >= 17;

describe('a message repeats at most 200 characters of a value', () => {
  const [in17, in16] = [
    /^Variable "\$v" has invalid value(?: at .*)?: /s,
    /^Variable "\$v" got invalid value .*; /s,
  ];
  const opening = isVersion17 ? in17 : in16;

  it.each(types)('that came as a variable of type %s', (type) => {
    let seen = 0;
    fc.assert(
      fc.property(value, (v) => {
        for (const { message } of variableErrors(type, v)) {
          seen += 1;
          expect(message).toMatch(opening);
          // The second statement may repeat the value once more.
          expect(letters(message)).toBeLessThanOrEqual(400);
          expect(message.length).toBeLessThanOrEqual(460);
        }
      }),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('that is a literal, in whatever argument', () => {
    let seen = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('b', 'e', 'es', 'f', 'i', 'id', 'n', 's'),
        value,
        (argument, v) => {
          for (const { message } of documentErrors(`{ f(${argument}: ${literal(v)}) }`)) {
            seen += 1;
            expect(letters(message)).toBeLessThanOrEqual(200);
            expect(message.length).toBeLessThanOrEqual(225);
          }
        },
      ),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('that is no GraphQL', () => {
    fc.assert(
      fc.property(fc.constantFrom('{ f(n: ', '{ f(', 'query '), text, (start, rest) => {
        for (const { message } of documentErrors(`${start}"${rest}" ${'ж'.repeat(1000)}`))
          expect(letters(message)).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('that holds a variable', async () => {
    const { errors = [] } = await execute({
      schema,
      document: parse(`query ($v: E) { f(i: { one: 1, two: $v, ${'a'.repeat(3000)}: 1 }) }`),
      variableValues: {},
    });
    const [error] = publicly(errors);
    expect(error?.message).toMatch(
      isVersion17
        ? /^Argument "Query\.f\(i:\)" has invalid value at \.two: Expected variable "\$v" provided to type "E!" to provide a runtime value\.$/
        : /^Argument "i" has invalid value \{ ?one: 1, two: \$v, a{50,150}…a{40,50} ?: 1 ?\}\.$/,
    );
  });
});

describe('a message stays readable', () => {
  const long = 'ж'.repeat(5000);
  it.each([
    [
      'Int',
      long,
      /^Variable "\$v" got invalid value "ж{50,}…ж+"; Int cannot represent non-integer value: "ж{50,}…ж+"$/,
      /^Variable "\$v" has invalid value: Int cannot represent non-integer value: "ж{50,}…ж+"$/,
    ],
    [
      'I',
      { one: [long], two: 'ONE' },
      /^Variable "\$v" got invalid value \["ж+…ж+"\] at "v\.one"; Int cannot .*: \["ж+…ж+"\]$/,
      /^Variable "\$v" has invalid value at \.one: Int cannot .*: \["ж+…ж+"\]$/,
    ],
    [
      'E',
      long,
      /^Variable "\$v" got invalid value "ж+…ж+"; Value "ж+…ж+" does not exist in "E" enum\.$/,
      /^Variable "\$v" has invalid value: Value "ж+…ж+" does not exist in "E" enum\.$/,
    ],
    [
      'I',
      { two: 'ONE', [long]: 1 },
      /^Variable "\$v" got invalid value \{ two: "ONE", ж+…ж+: 1 \}; Field "ж+…ж+" is not defined by type "I"\.$/,
      /^Variable "\$v" has invalid value: Expected value of type "I" not to include unknown field "ж+…ж+: 1 \}\.$/,
    ],
  ])('about a value of type %s', (type, v, in16, in17) => {
    expect(variableErrors(type, v)[0]?.message).toMatch(isVersion17 ? in17 : in16);
  });

  it('about fields that conflict, however deep', () => {
    const named = 'a'.repeat(1000);
    const [short, cut] = documentErrors(
      `{ x: f(n: 1) x: f(n: 2) ${named}: f(n: 1) ${named}: f(n: 2) }`,
    );
    expect(short?.message).toBe(
      'Fields "x" conflict because they have differing arguments. Use different aliases on the fields to fetch both if this was intentional.',
    );
    expect(cut?.message).toBe(short?.message.replace('"x"', `"${'a'.repeat(200)}…"`));
  });
});
