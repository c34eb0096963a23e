import { useEffect, useRef, useState } from 'react';
import { formatBytes, formatCount } from '../component/format.js';
import { Notice } from '../component/notice.js';
import type { FileSource } from '../data/download.js';
import { useDownload as useSessionDownload } from '../data/use-view.js';
import { type ReadError, wordsOf } from '../error/read-error.js';
import { isTooLong } from './definition.js';

export type ListDownload = ReturnType<typeof useDownload>;

/**
 * The download of a list.
 *
 * @param key of what the list shows: what is said of another one goes away
 */
export function useDownload(source: FileSource, key: string) {
  const download = useSessionDownload();
  const [state, setState] = useState<'none' | 'running' | 'saved' | ReadError>('none');
  /** Of the file, so far. */
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    setState('none');
    return () => running.current?.abort();
  }, [key]);
  /** Starts it, or stops one that runs. */
  const toggle = (): void => {
    if (state === 'running') {
      running.current?.abort();
      setState('none');
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    setState('running');
    const end = (error: ReadError | undefined): void => {
      if (!controller.signal.aborted) setState(error ?? 'saved');
    };
    // Where its script cannot be loaded, the façade cannot be reached either.
    const unreachable = { code: 'FACADE_UNREACHABLE', message: '', path: [] };
    download(source, controller.signal, setBytes).then(end, () => end(unreachable));
  };
  return { state, bytes, toggle };
}

/** Saves the list as a file, as it is filtered and ordered; stops a download that runs. */
export function DownloadButton({ state, toggle }: Pick<ListDownload, 'state' | 'toggle'>) {
  const isRunning = state === 'running';
  const label = isRunning ? 'Stop' : 'Download CSV';
  return (
    <button
      type="button"
      className="button list-file__button"
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={isRunning ? 'M4 4l8 8M12 4l-8 8' : 'M8 2v8M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11'} />
      </svg>
      CSV
    </button>
  );
}

interface DownloadStateProps {
  readonly download: ListDownload;
  /** One record. */
  readonly noun: string;
  /** Undefined while it is not known. */
  readonly total: number | undefined;
}

/** How far the download is, or why there is no file. */
export const DownloadState = ({ download: { state, bytes }, noun, total }: DownloadStateProps) => (
  <div className="list-file" aria-live="polite">
    {state === 'running' && (
      <p className="list-file__line">
        <progress aria-label="Download CSV" />
        {bytes === 0
          ? `Reading${total === undefined ? '' : ` ${formatCount(total, noun)}`}…`
          : `Received: ${formatBytes(bytes)}`}
      </p>
    )}
    {state === 'saved' && <p className="list-file__line">Saved: {formatBytes(bytes)}.</p>}
    {typeof state === 'object' && (
      <Notice tone="bad" title={isTooLong(state) ? `Too many ${noun}s` : wordsOf(state).title}>
        <p>{isTooLong(state) ? tooLong : wordsOf(state).text}</p>
      </Notice>
    )}
  </div>
);

const tooLong = 'It has more than MAX_UPSTREAM_REQUESTS pages, whatever the filter shows.';
