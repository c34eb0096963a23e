/** Options of the simulator. Without any it is a service without faults. */
export interface SimulatorOptions {
  /** Address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** Port to listen on; 0, the default, picks a free port. */
  readonly port?: number;
  /** Path in front of `/api/partner`, such as `/tenant`; {base_url} then ends with it. */
  readonly pathPrefix?: string;
  readonly size?: SimulatorSize;
  /** Omits every n-th place of each collection after the page is cut; 0 or absent omits none. */
  readonly hiddenEvery?: number;
  /**
   * For each k, omits the places k*100+1 to k*100+100 of each collection; `total` still counts
   * them.
   */
  readonly emptyPages?: readonly number[];
  /** Milliseconds before every API response. */
  readonly latencyMs?: number;
  /** Requests of one credential in one window; others get 429. */
  readonly quota?: SimulatorQuota;
  /** Responds to every API request with 426, as production does over plain HTTP. */
  readonly requireHttps?: boolean;
  readonly faults?: readonly SimulatorFault[];
  /** The clock behind `resolvedAt`, `isOnNow` and the quota's window. */
  readonly now?: () => Date;
}

/** Sizes of the main demo organization; the second one is always small. */
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

/** A planned fault. The first matching rule with `times` left applies. */
export interface SimulatorFault {
  /** Operation id such as `partnerV1_screens`; all operations by default. */
  readonly operation?: string;
  /** Value of the path parameter; any by default. */
  readonly id?: string;
  /** Status of an error response; without it, only the latency changes. */
  readonly status?: number;
  /** Milliseconds in addition to the general latency. */
  readonly latencyMs?: number;
  /** Share of the matching requests, 0 to 1, drawn from a seeded sequence; 1 by default. */
  readonly rate?: number;
  /** Maximum number of requests; unlimited by default. */
  readonly times?: number;
  /** `Retry-After` of the response, in seconds; without it, no such header. */
  readonly retryAfterSeconds?: number;
}

export type Size = Required<SimulatorSize>;

/** Lists need several pages of 100. */
const defaultSize: Size = { screens: 240, playlists: 36, media: 420, playlistItems: 250 };

/** Ids of a larger collection would not be unique (data/id.ts). */
export const maxSize = 2 ** 22;

/**
 * The given sizes, and defaults for the others.
 *
 * @throws RangeError when a size is not a whole number from 0 to 4,194,304
 */
export function resolveSize(given: SimulatorSize = {}): Size {
  const size = { ...defaultSize, ...given };
  for (const [name, value] of Object.entries(size)) {
    if (!Number.isInteger(value) || value < 0 || value > maxSize) {
      throw new RangeError(
        `size.${name} must be a whole number from 0 to ${maxSize}, not ${value}`,
      );
    }
  }
  return size;
}

/** The prefix with a leading and without a trailing slash; empty stays empty. */
export function normalizePrefix(prefix = ''): string {
  const inner = prefix.replace(/^\/+|(?<!\/)\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}
