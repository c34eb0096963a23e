import { words } from './draw.js';

/** Introspection fields, each to follow an alias. */
export const introspections = [
  ': __type(name: "Screen") { name kind fields { name type { kind name ofType { name } } } interfaces { name } }',
  ': __type(name: "ScreenStatus") { enumValues(includeDeprecated: true) { name isDeprecated } fields { name } }',
  ': __type(name: "Nothing") { name }',
  ': __schema { queryType { name } directives { name locations args { name defaultValue } } mutationType { name } }',
];

/** Names that are ordinary in GraphQL and special in JavaScript. */
export const oddNames = words('__proto__ constructor toString a_b __typename hasOwnProperty then idx0');

/** Integers out of range, and numbers that are no integers. */
export const strangeSizes = [-1, 0, 100, 101, 1000, 1001, 2 ** 31 - 1, 2 ** 31, 1.5, 1e300];

/** Values of wrong types. */
export const strangeValues = [
  null,
  '',
  'x',
  7,
  true,
  [],
  ['s1', null],
  {},
  { a: 1 },
  [['s1']],
  '\u2028"`${1}\\',
  '😀',
];
