import type { UpstreamMode } from '../mode.js';
import { withFacade } from '../with-facade.js';
import { type FindResult, measureFind } from './measure.js';
import { type FindCase, findCases } from './operation.js';

export interface FindBenchOptions {
  readonly rounds: number;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** Responses that the response store recognizes, and responses that are parsed again each time. */
const modes: readonly UpstreamMode[] = ['static', 'signed'];

/** One credential shares the REST requests that are on their way; many share none. */
const manyCredentials = 32;

/** Measures the façade alone: no other server filters. Each case has processes of its own. */
export async function measureFinds(
  { rounds, node }: FindBenchOptions,
  progress: (text: string) => void,
): Promise<readonly FindResult[]> {
  const results: FindResult[] = [];
  for (const each of findCases)
    for (const credentials of each.clients === 1 ? [1] : [1, manyCredentials])
      for (const mode of modes) {
        progress(`find: ${each.title}, ${credentials} credential(s), ${mode}`);
        results.push(await measureCase(each, { rounds, mode, node, credentials }));
      }
  return results;
}

export async function measureCase(
  each: FindCase,
  options: {
    readonly rounds: number;
    readonly mode: UpstreamMode;
    readonly node: string;
    readonly credentials: number;
  },
): Promise<FindResult> {
  const { node, mode } = options;
  const upstream = { mode, settings: { SCREENS: String(each.screens) } };
  return withFacade({ node, upstream, settings }, (running) =>
    measureFind({ ...options, ...running }, each),
  );
}

/** Room for 500 pages, and for a plain list of 10,000. */
const settings = { MAX_UPSTREAM_REQUESTS: '1000', MAX_PAGE_SIZE: '10000' };
