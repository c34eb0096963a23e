import { readSettings, SettingsError } from '../../src/config.js';

/** An address of a Partner API that is valid in production too. */
export const url = 'https://signage.example.com';

/** The lines of the error that `read` throws; empty without an error. */
export function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
}

/** The faults of a start with these variables. */
export const faultsOfEnvironment = (environment: Readonly<Record<string, string>>): string[] =>
  faultsOf(() => readSettings(environment));
