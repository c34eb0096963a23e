import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { decodeText } from '../base/decode-text.js';
import { ManifestError } from './manifest-error.js';

/** Bytes of a manifest: those of twenty thousand documents of 800. */
const maxManifestBytes = 16 * 1024 * 1024;

/** Milliseconds for one answer of a file system, which may lie on another machine. */
const deadlineMs = 3000;

/**
 * A pipe that nobody writes to would not open otherwise. Windows has neither: there the flag is
 * undefined, which adds none.
 */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

export interface ManifestFile {
  readonly text: string;
  /** What changes with the content. */
  readonly status: string;
}

const statusText = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

/** For the start, which may wait. @throws ManifestError */
export function readManifestSync(path: string): ManifestFile {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    const before = fstatSync(descriptor, { bigint: true });
    const buffer = bufferFor(before);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, length);
    }
    return toText(buffer.subarray(0, length), before, fstatSync(descriptor, { bigint: true }));
  } catch (error) {
    throw unreadable(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** While others are served. @throws ManifestError */
export async function readManifest(path: string): Promise<ManifestFile> {
  try {
    const handle = await open(path, flags);
    try {
      return await readHandle(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** The status of the file that symbolic links lead to; `missing` where there is none. */
export const fileStatusOf = (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(statusText, () => missing);

export const missing = '';

/**
 * What a file system gives, which may never answer.
 *
 * @throws ManifestError where it does not in time
 */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new ManifestError(`a file that can be read within ${deadlineMs / 1000} seconds`);
    timer = setTimeout(() => reject(error), deadlineMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function readHandle(handle: FileHandle): Promise<ManifestFile> {
  const before = await handle.stat({ bigint: true });
  const buffer = bufferFor(before);
  let length = 0;
  for (let read = 1; read > 0 && length < buffer.length; length += read) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    read = bytesRead;
  }
  return toText(buffer.subarray(0, length), before, await handle.stat({ bigint: true }));
}

/** Room for the file and one byte more, which shows that it grows. @throws ManifestError */
function bufferFor(status: BigIntStats): Buffer {
  // The words of earlier versions.
  if (status.isDirectory()) throw new ManifestError('a file that can be read (EISDIR)');
  if (!status.isFile()) throw new ManifestError('a regular file');
  if (status.size > maxManifestBytes) {
    throw new ManifestError(`a file of at most ${maxManifestBytes} bytes, and has ${status.size}`);
  }
  return Buffer.allocUnsafe(Number(status.size) + 1);
}

function toText(bytes: Buffer, before: BigIntStats, after: BigIntStats): ManifestFile {
  const status = statusText(before);
  if (statusText(after) !== status || BigInt(bytes.length) !== before.size) {
    throw new ManifestError('a file that does not change while it is read');
  }
  return { text: decodeText(bytes), status };
}

function unreadable(error: unknown): unknown {
  if (error instanceof ManifestError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new ManifestError(
    code === 'ENOENT' ? 'a file that exists' : `a file that can be read (${code})`,
  );
}
