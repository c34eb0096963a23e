/** The methods of pino's logger that are used; another logger with these methods fits too. */
export interface Logger {
  readonly isLevelEnabled: (level: 'debug' | 'info') => boolean;
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

/** Writes one line. */
type Log = (fields: object, message: string) => void;
