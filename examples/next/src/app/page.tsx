import { ScreenList } from '../screen-list';
import { readScreens } from '../signage';

/** Read for each request: screens change, and nothing of them is kept when the page is built. */
export const dynamic = 'force-dynamic';

interface PageProps {
  readonly searchParams: Promise<{ readonly after?: string | string[] }>;
}

/** Reads on the server. The browser gets HTML: neither the credential nor a line of GraphQL. */
export default async function Page({ searchParams }: PageProps) {
  const { after } = await searchParams;
  const result = await readScreens(typeof after === 'string' ? after : null);
  return <ScreenList {...result} />;
}
