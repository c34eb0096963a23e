/**
 * GraphiQL's animation leaves stale offsets on tabs: a pressed one jumps, and the click is lost.
 */
const tabStyle = '.graphiql-tab { transform: none !important; }';

/** Its editor frames each dash and apostrophe that is not of ASCII, of which names have many. */
const resultStyle =
  '.monaco-editor .unicode-highlight { border: 0 !important; background: none !important; }';

/**
 * Its title breaks where there are many tabs, and is cut off. The examples fit beside it at 1280.
 */
const headStyle = `
  .graphiql-container .graphiql-logo { flex: none; white-space: nowrap; }
  .graphiql-container .graphiql-tabs { gap: 4px; }
`;

/**
 * On a phone it leaves the result one letter in each line: there the parts stand below each other.
 */
const phoneStyle = `
  @media (width < 640px) {
    .graphiql-container .graphiql-sidebar { width: 44px; padding: 8px 0; }
    .graphiql-container .graphiql-sessions { margin: 8px 8px 8px 0; }
    .graphiql-container .graphiql-session-header { flex-wrap: wrap; height: auto; }
    .graphiql-container .graphiql-logo { order: -1; width: 100%; margin: 0; }
    .graphiql-container .graphiql-tabs { flex: 1; }
    .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
    .graphiql-container #graphiql-session, .graphiql-editors, .graphiql-editors > section { min-height: 0; }
    .graphiql-container .graphiql-query-editor { overflow: hidden; }
    .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  }
`;

/** What GraphiQL's own style sheet leaves unreadable. */
export const pageStyle = [tabStyle, resultStyle, headStyle, phoneStyle].join('');
