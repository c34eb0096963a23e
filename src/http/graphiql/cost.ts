/**
 * A line below the explorer that tells what the last answer has cost: `extensions.upstream`, and the REST requests one
 * by one where `X-Upstream-Explain: trace` has asked for them. It looks on as the explorer fetches, and needs nothing
 * of its insides; whatever it shows goes in as text.
 */
export const costStyle = `
  #root, #root .graphiql-container { height: calc(100dvh - 2rem); }
  #cost { position: fixed; inset: auto 0 0 0; font: 13px/2rem system-ui, sans-serif; color-scheme: light dark;
    color: light-dark(#3b4b68, #b7c2d7); background: light-dark(#f2f3f6, #1b2231);
    border-top: 1px solid light-dark(#d5d9e2, #3a4558); z-index: 1; }
  body.graphiql-dark #cost { color-scheme: dark; }
  body.graphiql-light #cost { color-scheme: light; }
  #cost summary { padding: 0 1rem; cursor: default; list-style: none; white-space: nowrap; overflow: hidden;
    text-overflow: ellipsis; }
  #cost.has-rows summary { cursor: pointer; }
  #cost.has-rows summary::after { content: ' ▸ show them'; }
  #cost.has-rows[open] summary::after { content: ' ▾ hide them'; }
  #cost div { max-height: 40dvh; overflow: auto; padding: 0 1rem .5rem; }
  #cost table { border-collapse: collapse; font: 12px/1.7 ui-monospace, monospace; }
  #cost th { text-align: left; font-weight: 600; }
  #cost th, #cost td { padding-right: 1.5rem; white-space: nowrap; }
`;

/**
 * Runs before the explorer does. The address stays as it is: the explorer would write each query into it, where the next
 * reload sends it to logs, and to a façade that takes an address with a query for an operation.
 */
export const costScript = `
(() => {
  history.replaceState = () => undefined;

  const element = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });
  const line = element('summary', 'The cost of an answer in REST requests will stand here.');
  const rows = element('div');
  const bar = Object.assign(element('details'), { id: 'cost' });
  bar.append(line, rows);
  document.body.append(bar);

  const plural = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's');

  function tell({ requests, limit, estimated, deduplicated, primed, cached, shared, trace, plan }) {
    const spared = [[deduplicated, 'repeated'], [primed, 'seen in lists'], [cached, 'cached'],
      [shared, 'shared with other operations']].filter(([count]) => count > 0);
    line.textContent = (plan ? 'The plan: ' + estimated + ' of ' : 'The last answer: ' + requests + ' of ')
      + plural(limit, 'REST request') + (plan ? ' at most' : ', ' + estimated + ' estimated')
      + (spared.length > 0 ? '; spared: ' + spared.map((each) => each.join(' ')).join(', ') : '') + '.';
    const told = trace ?? plan ?? [];
    bar.classList.toggle('has-rows', told.length > 0);
    bar.open &&= told.length > 0;
    rows.replaceChildren(...(told.length > 0 ? [tableOf(told)] : []));
  }

  function tableOf(records) {
    const names = Object.keys(records[0]);
    const row = (kind, cells) => {
      const made = element('tr');
      made.append(...cells.map((cell) => element(kind, String(cell ?? ''))));
      return made;
    };
    const table = element('table');
    table.append(row('th', names), ...records.map((record) => row('td', names.map((name) => record[name]))));
    return table;
  }

  /* An answer is one line of JSON; in parts each part is, and the last one tells the cost of all. */
  function costIn(text) {
    const told = text.split('\\n').flatMap((each) => {
      const start = each.indexOf('{');
      try {
        const { upstream } = (start < 0 ? {} : JSON.parse(each.slice(start))).extensions ?? {};
        return upstream ? [upstream] : [];
      } catch {
        return [];
      }
    });
    return told.at(-1);
  }

  const send = window.fetch;
  window.fetch = async (...request) => {
    const response = await send(...request);
    response.clone().text().then((text) => {
      const upstream = costIn(text);
      if (upstream) tell(upstream);
    }, () => undefined);
    return response;
  };
})();
`;
