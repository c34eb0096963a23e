/**
 * How the upstream responds. A real one is never `static`: the other modes each add one of its
 * traits. `tls` and `tls-h2` send what `signed` sends, over HTTPS.
 */
export const upstreamModes = [
  'static',
  'signed',
  'reordered',
  'pretty',
  'gzip',
  'br',
  'tls',
  'tls-h2',
] as const;
export type UpstreamMode = (typeof upstreamModes)[number];

/** Content codings that an upstream may use; the values are those of `Content-Encoding`. */
export type Coding = 'gzip' | 'br';

/**
 * What an upstream offers: plain HTTP, HTTPS with HTTP/1.1 alone, or HTTPS with a choice of HTTP/2.
 */
export type Protocol = 'http' | 'https' | 'h2';

/** The form of the responses of a mode. */
export interface ResponseForm {
  /** Every response differs from the one before: fresh signatures and timestamps. */
  readonly isFresh: boolean;
  /** `pagination` comes before `data`, and `id` last in each record. */
  readonly isReordered: boolean;
  readonly isIndented: boolean;
  /** Used where the request accepts it. */
  readonly coding: Coding | undefined;
}

const plain: ResponseForm = {
  isFresh: false,
  isReordered: false,
  isIndented: false,
  coding: undefined,
};
const signed: ResponseForm = { ...plain, isFresh: true };

export const forms: Readonly<Record<UpstreamMode, ResponseForm>> = {
  static: plain,
  signed,
  reordered: { ...signed, isReordered: true },
  pretty: { ...signed, isIndented: true },
  gzip: { ...signed, coding: 'gzip' },
  br: { ...signed, coding: 'br' },
  tls: signed,
  'tls-h2': signed,
};

export const protocolOf = (mode: UpstreamMode): Protocol =>
  mode === 'tls' ? 'https' : mode === 'tls-h2' ? 'h2' : 'http';

/** The mode that a mode is compared with: the one that differs from it in a single trait. */
export const baseOf = (mode: UpstreamMode): UpstreamMode =>
  protocolOf(mode) === 'http' ? 'static' : 'signed';
