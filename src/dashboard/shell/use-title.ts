import { useEffect } from 'react';
import { useView } from '../data/use-view.js';
import { organizationName } from '../session/organization-name.js';

/** Names the browser's tab, history and bookmarks: the view first, because tabs are narrow. */
export function useTitle(title: string): void {
  // The header reads it.
  const { data } = useView(organizationName, {}, { pause: true });
  const place = data?.organization?.name ?? 'Signage dashboard';
  useEffect(() => {
    document.title = `${title} · ${place}`;
  }, [title, place]);
}
