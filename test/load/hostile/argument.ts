import type { Draw } from '../../fuzz/draw.js';
import { type Kind, posted, repeated } from './operation.js';
import { drawText, drawValue } from './text.js';

/** Arguments that hold a stranger's text or structure: `$t` is their value. */
const argumentsOfText = [
  ['String', 'screens(first: 1000, filter: { nameContains: $t }) { nodes { id } }'],
  ['String', 'screenSummary(filter: { nameContains: $t }) { count }'],
  [
    'DateTime',
    'media(filter: { createdSince: $t, createdBefore: $t, updatedSince: $t }) { totalCount }',
  ],
  ['[String!]', 'media(filter: { mimeTypeIn: $t }) { totalCount }'],
  ['[TimeZone!]', 'screens(filter: { timezoneIn: $t }) { totalCount }'],
  ['[ID!]', 'screens(filter: { idIn: $t }, orderBy: { field: NAME }) { nodes { name } }'],
  ['[ScreenStatus!]', 'screens(filter: { statusIn: $t }) { totalCount }'],
  ['ScreenFilter', 'screens(filter: $t) { totalCount }'],
  ['MediaOrder', 'media(orderBy: $t) { totalCount }'],
  ['String', 'playlists(first: 5, after: $t) { nodes { id } }'],
  ['String', 'screens(first: 5, before: $t, orderBy: { field: NAME }) { nodes { id } }'],
  ['Int', 'screens(first: $t) { nodes { id } }'],
  ['ID!', 'screen(id: $t) { name }'],
  ['ID!', 'node(nodeId: $t) { nodeId }'],
  ['[ID!]!', 'nodes(nodeIds: $t) { nodeId }'],
  ['[ID!]!', 'playbackConfigurations(screenIds: $t) { revision }'],
  ['[_Any!]!', '_entities(representations: $t) { __typename ... on Screen { name } }'],
] as const;

const aliasesOf = (draw: Draw): number => draw.from([1, 1, 10, 50]);

/** One variable, or one literal for each alias, under several aliases. */
export const argument: Kind = (draw) => {
  const [type, field] = draw.from(argumentsOfText);
  const aliases = aliasesOf(draw);
  const isList = type.startsWith('[');
  const fill = (length: number): unknown => {
    const text = drawText(draw, length);
    if (type === '[_Any!]!') return draw.from([[representation(draw, length)], [text], text]);
    if (type === 'ScreenFilter') return { nameContains: text, createdSince: text };
    return isList
      ? draw.from([[text], text, drawValue(draw, length)])
      : draw.from([text, drawValue(draw, length)]);
  };
  if (draw.once(3)) {
    const literal = JSON.stringify(drawText(draw, Math.floor(60_000 / aliases)));
    return posted(
      `{ ${repeated(aliases, (index) => `a${index}: ${field.replaceAll('$t', literal)}`)} }`,
    );
  }
  const query = `query ($t: ${type}) { ${repeated(aliases, (index) => `a${index}: ${field}`)} }`;
  return posted(query, { t: fill(40_000) });
};

const representation = (draw: Draw, length: number): object => ({
  __typename: draw.from(['Screen', 'Media', 'Playlist', 'Query', drawText(draw, 1000)]),
  id: draw.from(['a', drawText(draw, 1000)]),
  more: drawValue(draw, length / 2),
});

/** Many different sorts, filters and summaries of one list. */
export const finds: Kind = (draw) => {
  const filter = (index: number): string =>
    draw.from([
      `filter: { nameContains: "${index}" }`,
      `filter: { nameContains: "e", createdSince: "2020-01-0${1 + (index % 9)}T00:00:00.${index}Z" }`,
      `filter: { isOnNow: ${index % 2 === 0} }`,
      'filter: {}',
    ]);
  const order = (index: number): string =>
    `orderBy: { field: ${draw.from(['NAME', 'CREATED_AT', 'UPDATED_AT', 'NAME'])}, direction: ${index % 2 === 0 ? 'ASC' : 'DESC'} }`;
  const field = draw.from([
    (index: number) =>
      `screens(first: 1, ${filter(index)}, ${order(index)}) { totalCount nodes { id } }`,
    (index: number) => `media(last: 1000, ${filter(index)}, ${order(index)}) { nodes { id name } }`,
    (index: number) => `screens(first: 1000, ${filter(index)}) { nodes { name } }`,
    (index: number) =>
      `screenSummary(${filter(index)}) { count byStatus { status count } byTimezone { timezone count } }`,
    (index: number) => `mediaSummary(${filter(index)}) { count totalSizeBytes }`,
  ]);
  return posted(`{ ${repeated(aliasesOf(draw), (index) => `a${index}: ${field(index)}`)} }`);
};

/** A list as a file, or something that is none; the rows have long names, and many columns. */
export const file: Kind = (draw, known) => {
  const { body, headers } = draw.once(4) ? finds(draw, known) : posted(rowsOf(draw));
  const accept = draw.from([
    'text/csv',
    'application/x-ndjson',
    'text/csv;q=0.5, application/x-ndjson;q=0.5, application/json;q=0.1',
    repeated(300, (index) => `text/csv;q=0.${index},`),
  ]);
  return { body, headers: { ...headers, accept } };
};

function rowsOf(draw: Draw): string {
  const count = draw.from([1, 40, 400]);
  const column = draw.from([
    (index: number) => `${'c'.repeat(draw.from([1, 100]))}${index}: name`,
    (index: number) => `a${index}: availability { ${'b'.repeat(50)}${index}: timezone }`,
    (index: number) => `... on Node { n${index}: nodeId }`,
    () => '...Row',
  ]);
  const [list, type] = draw.from([
    ['screens', 'Screen'],
    ['organization { s: screens', 'Screen'],
    ['media', 'Media'],
    ['media(orderBy: { field: NAME }, filter: { nameContains: "e" })', 'Media'],
  ] as const);
  const rows = `nodes { ...Row ${repeated(count, column)} }`;
  const edges = `edges { cursor ${draw.from(['node', 'node { id } b: node', 'a: node'])} { id ...Row } }`;
  return `{ ${list} { totalCount ${draw.from([rows, rows, edges])} } ${list.includes('{ s') ? '}' : ''} } fragment Row on ${type} { id name createdAt }`;
}

/** A subscription whose stream the client leaves at once. */
export const live: Kind = (draw, known) => {
  const inner = draw.from([argument, finds])(draw, known);
  // What `posted` made.
  const { query, variables: values } = JSON.parse(inner.body) as {
    query: string;
    variables: object;
  };
  const start = query.indexOf('{', query.startsWith('query') ? query.indexOf(')') + 1 : 0);
  const declared = query.slice(0, start).replace('query', '');
  return posted(
    `subscription ${declared} { live(everySeconds: ${draw.from([1, 5, 60])}) ${query.slice(start)} }`,
    { ...values, undeclared: drawValue(draw, 20_000) },
    { accept: draw.from(['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0']) },
  );
};

/** A text in each member of the request beside the document. */
export const parameters: Kind = (draw) => {
  const text = draw.from([drawText, drawValue])(draw, 100_000);
  const member = draw.from([
    { query: text },
    { query: '{ __typename }', operationName: text },
    { query: '{ organization { id } }', variables: text },
    { query: '{ organization { id } }', extensions: text },
    {
      query: '{ organization { id } }',
      extensions: { persistedQuery: { version: 1, sha256Hash: text } },
    },
    { extensions: { persistedQuery: { version: 1, sha256Hash: text } } },
    { documentId: text },
    { query: '{ organization { id } }', onError: text, unknown: text },
    text,
  ]);
  return { body: JSON.stringify(member), headers: {} };
};

/** A text in each place of a document. */
export const places: Kind = (draw) => {
  const text = drawText(draw, 100_000);
  const name = text.replaceAll(/[^A-Za-z_]/g, 'a');
  const quoted = JSON.stringify(text);
  return posted(
    draw.from([
      () => text,
      () => `{ screen(id: ${quoted}) { name } }`,
      () => `{ screen(id: "${text}) { name } }`,
      () => `# ${text}\n{ __typename }`,
      () => `{ ${name}: __typename ${name.slice(0, 50_000)} }`,
      () => `query ${name} { __typename }`,
      () => `{ screens(${name}: 1) { ${name.slice(1)} } }`,
      () => `{ screens(first: ${name}) { nodes { id } } }`,
      () => `{ screens(filter: { statusIn: [${name}], nameContains: 1 }) { totalCount } }`,
      () => `{ screens(first: ${'9'.repeat(100_000)}) { totalCount } }`,
      () => `{ screens(filter: ${'{a:'.repeat(1500)}1${'}'.repeat(1500)}) { totalCount } }`,
      () => `{ screens(filter: { nameContains: """${text}""" }) { totalCount } }`,
      () => `query ($a: [${'['.repeat(90)}Int${']'.repeat(90)}] = ${quoted}) { __typename }`,
      () => `{ organization { id @include(if: ${quoted}) @${name} } }`,
    ])(),
  );
};
