import { describe, expect, it } from 'vitest';
import type { Logger } from '../../src/telemetry/log.js';
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
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
    const body = JSON.stringify({ query: 'query Named { screen(id: "none") { id } organization { id } }' });
    await facade.fetch(new Request('http://facade.test/graphql', { method: 'POST', headers, body }));
    const logged = [...(fields.get(message) ?? [])];
    expect(logged.length).toBeGreaterThan(3);
    expect(logged.filter((field) => !listedFields(message).includes(field))).toEqual([]);
  });
});
