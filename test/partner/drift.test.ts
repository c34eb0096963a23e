import { describe, expect, it } from 'vitest';
import { compileDrift } from '../../src/partner/drift.js';
import { sampleRecord, schemas } from './record.js';
import type { TableName } from './contract.js';

function driftsOf(table: TableName, raw: unknown): string[] {
  const found: string[] = [];
  compileDrift(schemas[table])(raw, ({ kind, field }) => found.push(`${kind} ${field}`));
  return found;
}

describe('drift from the contract', () => {
  it('B18: an unknown field is found at every level, lists and nested layouts included', () => {
    const strange = (record: object): object => ({ ...record, sparkle: 1 });
    const item = (layout?: object) => ({ ...sampleRecord('PlaybackItem'), ...(layout && { layout }) });
    const panel = strange({ ...sampleRecord('ZonesPanel'), items: [strange(item())] });
    const layout = strange({ presentation: strange(sampleRecord('ZonesPresentation')), panels: [panel] });
    const raw = strange({
      ...sampleRecord('PlaybackConfiguration'),
      screen: strange(sampleRecord('PlaybackScreen')),
      availability: strange({
        ...sampleRecord('Availability'),
        weekly: [strange({ day: 'monday', start: '08:00', end: '09:00' })],
      }),
      items: [item(layout)],
    });
    expect(new Set(driftsOf('PlaybackConfiguration', raw))).toEqual(
      new Set(
        [
          'sparkle',
          'screen.sparkle',
          'availability.sparkle',
          'availability.weekly.sparkle',
          'items.layout.sparkle',
          'items.layout.presentation.sparkle',
          'items.layout.panels.sparkle',
          'items.layout.panels.items.sparkle',
        ].map((field) => `unknown field ${field}`),
      ),
    );
  });

  it('B17: names that are no names are not repeated', () => {
    expect(driftsOf('Viewport', { width: 1, height: 1, 'a\nb': 1, [`x${'y'.repeat(99)}`]: 1 })).toEqual([
      'unknown field (unprintable)',
      'unknown field (unprintable)',
    ]);
  });

  it('nothing is found in what is no record', () => {
    for (const raw of [null, undefined, 'text', 7, []]) expect(driftsOf('Screen', raw)).toEqual([]);
  });

  it('optional values are looked into where they are there', () => {
    const viewport = { ...sampleRecord('Viewport'), depth: 3 };
    expect(driftsOf('Screen', { ...sampleRecord('Screen'), viewport })).toEqual([
      'unknown field viewport.depth',
    ]);
    expect(driftsOf('Screen', { ...sampleRecord('Screen'), viewport: null })).toEqual([]);
  });
});
