import { viewportSchema } from '../../partner/screen.js';
import { contractEnum } from '../builder.js';
import { recordType } from '../record-type.js';

/** Shared by `Screen` and `PlaybackScreen`. */
export const ScreenStatusRef = contractEnum('ScreenStatus', 'Whether a screen is online.', {
  online: 'Paired with a player that reports in.',
  offline: 'Paired with a player that does not report in.',
  unpaired: 'Not paired with a player.',
});

export const ScreenOrientationRef = contractEnum('ScreenOrientation', 'How a screen is mounted.', {
  landscape: 'Wider than it is high.',
  'landscape-flipped': 'Wider than it is high, upside down.',
  portrait: 'Higher than it is wide.',
  'portrait-flipped': 'Higher than it is wide, rotated the other way.',
});

export const ViewportRef = recordType('Viewport', viewportSchema, 'The drawing area of a screen.', {
  width: 'Width in pixels, 1 or more, for example `1920`.',
  height: 'Height in pixels, 1 or more, for example `1080`.',
});
