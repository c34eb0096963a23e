/**
 * A line below GraphiQL with the cost of the last response, and its REST requests where the
 * response lists them.
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
  @media (width < 640px) {
    #cost { font: 12px/1rem system-ui, sans-serif; }
    #cost summary { min-height: 2rem; white-space: normal; }
  }
`;

/**
 * Runs before GraphiQL, and keeps it from writing each query into the address: a reload would log
 * it and run it.
 */
export const costScript = `
(() => {
  history.replaceState = () => undefined;

  const element = (name, text = '') => Object.assign(document.createElement(name), { textContent: text });
  const line = element('summary', 'The cost of a response in REST requests will appear here.');
  const rows = element('div');
  const bar = Object.assign(element('details'), { id: 'cost' });
  bar.append(line, rows);
  document.body.append(bar);

  const plural = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's');

  function showCost({ requests, limit, estimated, deduplicated, primed, cached, shared, trace, plan }) {
    const saved = [[deduplicated, 'repeated'], [primed, 'seen in lists'], [cached, 'cached'],
      [shared, 'shared with other operations']].filter(([count]) => count > 0);
    line.textContent = (plan ? 'The plan: ' + estimated + ' of ' : 'The last response: ' + requests + ' of ')
      + plural(limit, 'REST request') + (plan ? ' at most' : ', ' + estimated + ' estimated')
      + (saved.length > 0 ? '; saved: ' + saved.map((each) => each.join(' ')).join(', ') : '') + '.';
    const records = trace ?? plan ?? [];
    bar.classList.toggle('has-rows', records.length > 0);
    bar.open &&= records.length > 0;
    rows.replaceChildren(...(records.length > 0 ? [tableOf(records)] : []));
  }

  function tableOf(records) {
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
    const row = (kind, cells) => {
      const made = element('tr');
      made.append(...cells.map((cell) => element(kind, String(cell ?? ''))));
      return made;
    };
    const table = element('table');
    table.append(row('th', names), ...records.map((record) => row('td', names.map((name) => record[name]))));
    return table;
  }

  /* Each part of a response is one line of JSON; the last part has the cost of all. */
  function costIn(line) {
    const start = line.indexOf('{');
    try {
      return (start < 0 ? {} : JSON.parse(line.slice(start))).extensions?.upstream;
    } catch {
      return undefined;
    }
  }

  /* A subscription's response does not end: each event shows its cost when it arrives. */
  async function readCosts(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (!part.value.includes('\\n')) continue;
      const lines = text.split('\\n');
      text = lines.pop();
      lines.map(costIn).filter(Boolean).forEach(showCost);
    }
    const upstream = costIn(text);
    if (upstream) showCost(upstream);
  }

  const send = window.fetch;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (response.body) readCosts(response.clone()).catch(() => undefined);
    return response;
  };
})();
`;
