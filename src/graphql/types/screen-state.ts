import type { Viewport } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { contractEnum } from '../enum.js';

/** What a screen and the screen inside a playback configuration have in common. */
export const ScreenStatusRef = contractEnum('ScreenStatus', 'Whether a screen reports in.', {
  online: 'Paired, and reporting in.',
  offline: 'Paired, and not reporting in.',
  unpaired: 'Not paired with a player.',
});

export const ViewportRef = builder.objectRef<Viewport>('Viewport').implement({
  description: 'The drawing area of a screen.',
  fields: (t) => ({
    width: t.exposeFloat('width', { description: 'Width in pixels, 1 or more.' }),
    height: t.exposeFloat('height', { description: 'Height in pixels, 1 or more.' }),
  }),
});
