export const configurations = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';

export const ids = (count: number, first = 1) => ({
  ids: Array.from({ length: count }, (_, index) => `s${first + index}`),
});
