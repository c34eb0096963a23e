/** What the simulator can be told to do. Everything is optional; the defaults are a friendly service. */
export interface SimulatorOptions {
  /** Address to listen on; 127.0.0.1 unless told. */
  readonly host?: string;
  /** Port to listen on; 0, the default, is any free port. */
  readonly port?: number;
  /** Path in front of `/api/partner`, such as `/tenant`; {base_url} then ends with it. */
  readonly pathPrefix?: string;
  readonly size?: SimulatorSize;
  /** Every n-th place of each collection is left out after the page is cut; 0 or absent leaves out none. */
  readonly hiddenEvery?: number;
  /** For each k, the places k*100+1 to k*100+100 of each collection are left out; `total` still counts them. */
  readonly emptyPages?: readonly number[];
  /** Milliseconds before every API answer. */
  readonly latencyMs?: number;
  /** Requests of one credential in one window; more are answered 429. */
  readonly quota?: SimulatorQuota;
  /** Answers every API request with 426, as production does over plain HTTP. */
  readonly requireHttps?: boolean;
  readonly faults?: readonly SimulatorFault[];
  /** The clock behind `resolvedAt`, `isOnNow` and the quota's window. */
  readonly now?: () => Date;
}

/** How much the main demo organization owns; the second organization is always small. */
export interface SimulatorSize {
  readonly screens?: number;
  readonly playlists?: number;
  readonly media?: number;
  /** Items of the longest playlist, which is the first one. */
  readonly playlistItems?: number;
}

export interface SimulatorQuota {
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whether a 429 names the seconds to wait in `Retry-After`. */
  readonly retryAfter?: boolean;
}

/** One planned misfortune. The first matching rule with `times` left wins. */
export interface SimulatorFault {
  /** Operation id such as `partnerV1_screens`; absent: all. */
  readonly operation?: string;
  /** Value of the path parameter; absent: any. */
  readonly id?: string;
  /** Answer with this status and an error envelope; absent: the answer stays as it is. */
  readonly status?: number;
  /** Milliseconds on top of the general latency. */
  readonly latencyMs?: number;
  /** Share of the matching requests, 0 to 1, drawn from a seeded sequence; 1 unless told. */
  readonly rate?: number;
  /** At most so many requests; unlimited unless told. */
  readonly times?: number;
  /** `Retry-After` of the answer, in seconds; absent: no such header. */
  readonly retryAfterSeconds?: number;
}

/** The sizes really used. */
export type Size = Required<SimulatorSize>;

/** A network worth looking at, whose lists need several pages of 100. */
const defaultSize: Size = { screens: 240, playlists: 36, media: 420, playlistItems: 250 };

/** Ids are numbered in blocks of this size for each organization (data/id.ts). */
const largestSize = 2 ** 22;

/**
 * The wanted sizes over the default ones.
 *
 * @throws RangeError when a size is not a whole number from 0 to 4,194,304
 */
export function settleSize(wanted: SimulatorSize = {}): Size {
  const size = { ...defaultSize, ...wanted };
  for (const [name, value] of Object.entries(size)) {
    if (!Number.isInteger(value) || value < 0 || value > largestSize) {
      throw new RangeError(`size.${name} must be a whole number from 0 to ${largestSize}, not ${value}`);
    }
  }
  return size;
}

/** The prefix with one slash in front and none behind; empty stays empty. */
export function settlePrefix(prefix = ''): string {
  const inner = prefix.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}
