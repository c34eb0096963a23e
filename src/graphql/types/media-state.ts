import { contractEnum } from '../enum.js';

export const MediaTypeRef = contractEnum('MediaType', 'The kind of a media file.', {
  image: 'A still image.',
  video: 'A video.',
});

export const MediaStatusRef = contractEnum('MediaStatus', 'Whether a media file can be played.', {
  processing: 'Being processed; not playable yet.',
  ready: 'Playable.',
  failed: 'Processing has failed; not playable.',
});
