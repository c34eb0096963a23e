/** What is loaded together when the first list is opened. */
export { MediaList } from '../media/media-list.js';
export { Playlists } from '../playlist/playlists.js';
export { Screens } from '../screen/screens.js';
