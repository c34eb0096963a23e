import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config.js';

describe('WORKERS', () => {
  it('is 1 unless it is set', () => {
    expect(readSettings({}).WORKERS).toBe(1);
    expect(readSettings({ WORKERS: '' }).WORKERS).toBe(1);
  });

  it.each([
    ['1', 1],
    ['2', 2],
    ['256', 256],
    ['auto', availableParallelism()],
  ])('%s is accepted', (text, value) => {
    expect(readSettings({ WORKERS: text }).WORKERS).toBe(value);
  });

  it.each(['0', '-1', '1.5', '257', '999', '4000', 'AUTO', 'max', '2 2'])('%j is refused', (text) => {
    expect(() => readSettings({ WORKERS: text })).toThrow(
      new RegExp(`^WORKERS holds "${text}", and must be a whole number from 1 to 256, or auto\\.$`),
    );
  });

  it('goes with the dashboard, whose sign-ins the workers share', () => {
    for (const DASHBOARD of ['true', 'false'])
      expect(readSettings({ WORKERS: '2', DASHBOARD }).DASHBOARD).toBe(DASHBOARD === 'true');
  });
});
