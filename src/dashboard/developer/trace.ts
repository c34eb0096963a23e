/** A REST request of a traced operation. */
export interface TracedRequest {
  readonly operation: string;
  readonly path: string;
  /** What the credential needs for it; empty where any credential will do. */
  readonly scope: string;
  /** Of the response, or a word for what came instead. */
  readonly status: string;
  readonly milliseconds: number;
  /** From 1: requests of one wave do not wait for each other. */
  readonly wave: number;
}

/** A request with its place in the waterfall. */
export interface Bar extends TracedRequest {
  /** Shares of the whole width, 0 to 1. */
  readonly start: number;
  readonly width: number;
}

/** Reads `extensions.upstream.trace`, which comes from the network; empty where there is none. */
export function readTrace(cost: object | undefined): readonly TracedRequest[] {
  const trace: unknown = cost && 'trace' in cost ? cost.trace : undefined;
  if (!Array.isArray(trace)) return [];
  return trace.filter(isRecord).map((each) => ({
    operation: textOf(each['operation']),
    path: textOf(each['path']),
    scope: textOf(each['scope']),
    status: textOf(each['status']),
    milliseconds: numberOf(each['milliseconds']),
    wave: numberOf(each['wave']),
  }));
}

/** Lays requests out: a wave begins when the slowest request of the wave before has ended. */
export function toBars(requests: readonly TracedRequest[]): readonly Bar[] {
  const waves = [...new Set(requests.map(({ wave }) => wave))].sort((one, other) => one - other);
  const starts = new Map<number, number>();
  let total = 0;
  for (const wave of waves) {
    starts.set(wave, total);
    total += Math.max(...requests.filter((each) => each.wave === wave).map((each) => each.milliseconds));
  }
  return requests.map((request) => ({
    ...request,
    start: total === 0 ? 0 : (starts.get(request.wave) ?? 0) / total,
    width: total === 0 ? 1 : request.milliseconds / total,
  }));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
