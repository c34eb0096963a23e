import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Alone } from '../../src/shared/alone.js';
import { jsonText, type SharedState, SharedValue } from '../../src/shared/shared-state.js';

describe('a process that is alone', () => {
  it('has a secret of its own', () => {
    const secrets = [new Alone(), new Alone()].map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(secret).toMatch(/^[\da-f]{64}$/);
  });

  it('finds no value of others, nor its own, as each user remembers what it needs', async () => {
    const alone: SharedState = new Alone();
    alone.write('facts', 'name', 'value', 60_000);
    alone.remove('facts', 'other');
    expect(await alone.readAll('facts', ['name', 'other'])).toEqual([undefined, undefined]);
    expect(await alone.readAll('facts', [])).toEqual([]);
  });

  it('has each lease at once, whenever it gave one up', async () => {
    const alone: SharedState = new Alone();
    const leases = [1000, 0, 1000].map((holdMs) => alone.lease('poll', 'name', holdMs));
    expect(await Promise.all(leases)).toEqual([true, true, true]);
  });

  it('hears no message: its own reach the others alone', () => {
    const alone: SharedState = new Alone();
    const hear = vi.fn<() => void>();
    const stop = alone.listen('session', hear);
    alone.announce('session', 'message', 60_000);
    stop();
    alone.listen('session', hear);
    expect(hear).not.toHaveBeenCalled();
  });
});

describe('a value of a process that is alone', () => {
  it('is read as one that nobody has written', async () => {
    const times = { holdMs: 60_000, pauseMs: 1000 };
    const values = new SharedValue(new Alone(), { kind: 'facts', schema: z.string(), ...times });
    values.write('name', 'value');
    expect(await values.readAll(['name', 'other'])).toEqual([undefined, undefined]);
    expect(await values.read('name')).toBeUndefined();
  });

  it('is not even printed', () => {
    const alone = new Alone();
    const write = vi.spyOn(alone, 'write');
    const print = vi.fn<() => string>(() => 'printed');
    const schema = jsonText(z.custom<{ toJSON(): string }>());
    const values = new SharedValue(alone, { kind: 'facts', schema, holdMs: 60_000, pauseMs: 0 });
    values.write('name', { toJSON: print });
    expect([print.mock.calls, write.mock.calls]).toEqual([[], []]);
  });
});
