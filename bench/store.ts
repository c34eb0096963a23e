import type { DataSet } from './data.js';

/** The body of a successful response. */
export interface Body {
  readonly data: unknown;
  readonly pagination?: Readonly<Record<string, number>>;
}

const root = '/api/partner/v1';

/** Finds the body of a path with its query; undefined if there is none. */
export function createStore(data: DataSet): (target: string) => Body | undefined {
  const records = new Map<string, unknown>();
  const lists = new Map<string, readonly unknown[]>();
  records.set(`${root}/organization`, data.organization);
  for (const record of data.screens) records.set(`${root}/screens/${record.id}`, record);
  for (const record of data.playlists) records.set(`${root}/playlists/${record.id}`, record);
  for (const record of data.media) records.set(`${root}/media/${record.id}`, record);
  for (const [id, configuration] of data.configurations)
    records.set(`${root}/screens/${id}/configuration`, configuration);
  lists.set(`${root}/screens`, data.screens);
  lists.set(`${root}/playlists`, data.playlists);
  lists.set(`${root}/media`, data.media);
  for (const [id, items] of data.playlistItems) lists.set(`${root}/playlists/${id}/items`, items);

  return (target) => {
    const record = records.get(target);
    if (record !== undefined) return { data: record };
    const { pathname, searchParams } = new URL(target, 'http://upstream');
    const list = lists.get(pathname);
    if (list === undefined) return undefined;
    return pageOf(
      list,
      Number(searchParams.get('page') ?? 1),
      Number(searchParams.get('limit') ?? 20),
    );
  };
}

/** Contract, "Pagination of collections". */
function pageOf(list: readonly unknown[], page: number, limit: number): Body {
  const total = list.length;
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  return { data: list.slice((page - 1) * limit, page * limit), pagination };
}
