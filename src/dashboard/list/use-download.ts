import { useEffect, useRef, useState } from 'react';
import type { FileSource } from '../data/download.js';
import { useDownload as useSessionDownload } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';

/** The download of a list. */
export interface ListDownload {
  readonly state: 'none' | 'running' | 'saved' | ReadError;
  /** Of the file, so far. */
  readonly bytes: number;
  /** Starts it, or stops one that runs. */
  readonly toggle: () => void;
}

/** @param key of what the list shows: what is said of another one goes away */
export function useDownload(source: FileSource, key: string): ListDownload {
  const download = useSessionDownload();
  const [state, setState] = useState<ListDownload['state']>('none');
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    setState('none');
    return () => running.current?.abort();
  }, [key]);
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
