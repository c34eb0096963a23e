/** Views that every visitor can open, with data of the simulator's main organization. */
export const addresses = {
  overview: '#/',
  screens: '#/screens',
  'offline screens': '#/screens?status=OFFLINE&sort=-updated',
  'screens as cards': '#/screens?as=cards',
  playlists: '#/playlists',
  'playlists as cards': '#/playlists?as=cards',
  media: '#/media',
  'media as a table': '#/media?as=table',
  'no match': '#/screens?q=nothing+has+this+name',
  screen: '#/screens/scr_1fyak',
  playlist: '#/playlists/pls_3meby',
  'media file': '#/media/med_fwqgw',
  'unknown screen': '#/screens/scr_none',
  'unknown address': '#/nothing/here',
} as const;

const { overview, screens, screen, playlist } = addresses;

/** One view of each kind, for what is repeated at other sizes and in other colours. */
export const firstAddresses = {
  overview,
  screens,
  screen,
  playlist,
  'media file': addresses['media file'],
};
