/** As much of pino's logger as is used: pino's own fits, and so does any other with these methods. */
export interface Logger {
  readonly isLevelEnabled: (level: 'debug' | 'info') => boolean;
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

/** Writes one line. */
type Log = (fields: object, message: string) => void;
