/**
 * Opens a query that another page hands over: `/graphql#query=…&variables=…`. What is behind the `#` stays in the browser, so
 * no access log has it. It runs before GraphiQL, which reads queries from `?query=` only.
 */
export const handOverScript = `
const withHandedOver = (() => {
  const handed = new URLSearchParams(location.hash.slice(1));
  const query = handed.get('query');
  if (!query) return (options) => options;
  /* A reload then shows the tabs as the visitor left them. */
  history.replaceState(null, '', location.pathname + location.search);
  const variables = handed.get('variables') ?? '';
  const tab = (options) => ({ query, variables, headers: options.headers });
  return (options) => ({
    ...options, query, variables, initialHeaders: options.headers, defaultTabs: [tab(options), ...options.defaultTabs],
  });
})();
`;

/**
 * @param html of GraphiQL, which ends with a call with these options
 * @throws Error if it does not: a new version of the package may call otherwise
 */
export function withHandedOver(html: string, options: object): string {
  const json = JSON.stringify(options);
  const at = html.lastIndexOf(json);
  if (at < 0) throw new Error('GraphiQL’s page does not contain its options as JSON.');
  return `${html.slice(0, at)}withHandedOver(${json})${html.slice(at + json.length)}`;
}
