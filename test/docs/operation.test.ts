import { describe, expect, it } from 'vitest';
import type { Logger } from '../../src/telemetry/log.js';
import { readExposition, valueOf } from '../http/exposition-reader.js';
import { operationRequest } from '../rig/operation-request.js';
import { everything, startSystem } from '../system/test-system.js';
import { codeSpans, read, section, tableRows } from './markdown.js';

const page = read('docs/operation.md');

/** A logger that keeps the names of the fields of each message. */
function recordFields() {
  const fields = new Map<string, Set<string>>();
  const log = (line: object, message: string): void => {
    fields.set(message, new Set([...(fields.get(message) ?? []), ...Object.keys(line)]));
  };
  const logger: Logger = { isLevelEnabled: () => true, debug: log, info: log, warn: log, error: log };
  return { fields, logger };
}

/** The fields that the page lists for a message. */
const listedFields = (message: string): readonly string[] =>
  tableRows(section(page, 'Log'))
    .filter(([, messages = '']) => codeSpans(messages).includes(message))
    .flatMap(([, , cell = '']) => codeSpans(cell));

describe('docs/operation.md', () => {
  it.each(['operation', 'partner request', 'request'])('has every field of the log’s %s', async (message) => {
    const { fields, logger } = recordFields();
    const { facade } = await startSystem({}, { logger });
    const query = 'query Named { screen(id: "none") { id } organization { id } }';
    await facade.fetch(operationRequest(query, { credential: everything }));
    const logged = [...(fields.get(message) ?? [])];
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.filter((field) => !listedFields(message).includes(field))).toEqual([]);
  });

  it('scrapes an organization, and lists each metric with its labels', async () => {
    const { facade } = await startSystem({}, { settings: { ORGANIZATION_METRICS: 'true' } });
    const [, authorization = '', address = ''] = /curl -sg -H 'Authorization: (.+)' '(.+)'/.exec(page) ?? [];
    const scrape = async (url: string) =>
      readExposition(await (await facade.fetch(new Request(url, { headers: { authorization } }))).text());
    expect(valueOf(await scrape(address), 'signage_media', { status: 'READY' })).toBeGreaterThan(0);
    const served = new Map(
      (await scrape(address.replace(/\?.*/, ''))).map(({ name, labels }) => [name, labels]),
    );
    const listed = tableRows(section(page, 'Metrics of an organization')).filter(([cell = '']) =>
      cell.includes('signage'),
    );
    const names = listed.flatMap(([cell = '']) => codeSpans(cell));
    expect(names.sort()).toEqual([...served.keys()].sort());
    for (const [cell = '', labels = ''] of listed)
      for (const name of codeSpans(cell))
        expect(codeSpans(labels)).toEqual(expect.arrayContaining(Object.keys(served.get(name) ?? {})));
  });

  it('lists each panel of the dashboard for an organization, below the question of its row', () => {
    // `test/deploy/grafana.test.ts` holds the file to Grafana's types.
    const { panels } = JSON.parse(read('deploy/grafana/organization.json')) as {
      readonly panels: readonly { readonly type: string; readonly title: string }[];
    };
    const listed = tableRows(section(page, 'Dashboard for an organization')).flatMap(
      ([question = '', titles = '']) => [...(question === '' ? [] : [question]), ...titles.split(', ')],
    );
    expect(listed).toEqual(panels.map(({ title }) => title));
  });
});
