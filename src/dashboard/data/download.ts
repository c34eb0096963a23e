import { type ReadError, readError } from '../error/read-error.js';
import { graphqlPath, openMaxAge } from './client.js';
import { type Session, tokenHeader } from './session.js';

/** A list as a file: what it asks for, and what it is called. */
export interface FileSource {
  readonly query: string;
  readonly variables: object;
  readonly fileName: string;
}

/**
 * Reads a list as CSV, and hands it to the browser as a file.
 *
 * @param received called with the bytes so far
 * @returns why there is no file; undefined where there is one, or the signal has stopped it
 */
export type Download = (
  source: FileSource,
  signal: AbortSignal,
  received: (bytes: number) => void,
) => Promise<ReadError | undefined>;

/** @param onSessionEnded called when the server no longer knows the session */
export const createDownload =
  ({ token }: Session, onSessionEnded: () => void): Download =>
  async ({ query, variables, fileName }, signal, received) => {
    try {
      const response = await fetch(graphqlPath, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/csv',
          'cache-control': `max-age=${openMaxAge}`,
          [tokenHeader]: token,
        },
        body: JSON.stringify({ query, variables }),
        signal,
      });
      if (!response.ok) {
        const error = await readRefusal(response);
        if (error.code === 'SESSION_ENDED') onSessionEnded();
        return error;
      }
      save(await readBlob(response, received), fileName);
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      return { code: 'FACADE_UNREACHABLE', message: String(error), path: [] };
    }
  };

/**
 * The façade responds with a result that has errors; whatever is between may respond with anything.
 */
async function readRefusal(response: Response): Promise<ReadError> {
  const { errors } = (await response.json().catch(() => ({}))) as {
    errors?: Parameters<typeof readError>[0][];
  };
  const [first] = errors ?? [];
  return first
    ? readError(first)
    : { code: 'FACADE_UNREACHABLE', message: `HTTP ${response.status}`, path: [] };
}

async function readBlob({ body }: Response, received: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    chunks.push(next.value);
    received((bytes += next.value.length));
  }
  return new Blob(chunks, { type: 'text/csv;charset=utf-8' });
}

function save(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
