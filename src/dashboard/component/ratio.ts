/** Width to height of a screen or of a part of it. */
export interface Ratio {
  readonly width: number;
  readonly height: number;
}
