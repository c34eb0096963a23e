import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { asError } from '../../partner/error.js';

/** A file has been read again. @param fault why it cannot be used: what was read before stays */
export type Reloaded = (path: string, fault?: Error) => void;

/** Milliseconds between two looks at the file. The second look that finds a change reads it: within five seconds. */
const intervalMs = 1000;

/**
 * Follows the file of a manifest. By its status, not by events of the file system: those miss a symbolic link above the file
 * that is swapped, as Kubernetes does with a ConfigMap, and files of another machine.
 */
export class ManifestWatch {
  /** What was last read, and what the last look has found. */
  private read: string;
  private seen: string;
  private load: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading = Promise.resolve();

  /** To be made before the file is first read, so that no later change is missed. */
  constructor(private readonly path: string) {
    this.read = this.seen = currentStatus(path);
  }

  /** @param load reads the file; it rejects for one that cannot be used */
  start(load: (path: string) => Promise<void>, reloaded: Reloaded): void {
    const { path } = this;
    this.load = () =>
      load(path).then(
        () => reloaded(path),
        (error: unknown) => reloaded(path, asError(error)),
      );
    this.timer = setInterval(() => void this.look(), intervalMs).unref();
  }

  /** Reads the file, changed or not, once what is being read has been read. */
  reload(): void {
    this.read = this.seen = currentStatus(this.path);
    this.reading = this.reading.then(() => this.load?.());
  }

  close(): void {
    clearInterval(this.timer);
    this.load = undefined;
  }

  private async look(): Promise<void> {
    const now = await stat(this.path, { bigint: true }).then(textOf, () => missing);
    const hasSettled = now === this.seen;
    this.seen = now;
    // A file that changes between two looks may be half written.
    if (hasSettled && now !== this.read) this.reload();
  }
}

const missing = '';

/** Of the file that symbolic links lead to. */
function currentStatus(path: string): string {
  try {
    return textOf(statSync(path, { bigint: true }));
  } catch {
    return missing;
  }
}

const textOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');
