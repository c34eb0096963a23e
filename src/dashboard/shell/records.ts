/** What is loaded together when the first record is opened. */
export { MediaFile } from '../media/media-file.js';
export { Playlist } from '../playlist/playlist.js';
export { Screen } from '../screen/screen.js';
