interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  readonly hrefOf: (page: number) => string;
}

/** Links to numbered pages. It stays mounted while a page loads, so it keeps the focus. */
export function Pager({ page, totalPages, hrefOf }: PagerProps) {
  if (totalPages <= 1 && page === 1) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <Step to={page > 1 ? hrefOf(Math.min(page - 1, totalPages)) : undefined} label="Previous" />
      <ol>
        {shownPages(page, totalPages).map((shown, index) => (
          <li key={shown === 'gap' ? `gap ${index}` : shown}>
            {shown === 'gap' ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={hrefOf(shown)}
                aria-label={`Page ${shown}`}
                {...(shown === page && { 'aria-current': 'page' as const })}
              >
                {shown}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < totalPages ? hrefOf(page + 1) : undefined} label="Next" />
    </nav>
  );
}

function Step({ to, label }: { readonly to: string | undefined; readonly label: string }) {
  return to === undefined ? (
    <span className="pager__step" aria-disabled="true">
      {label}
    </span>
  ) : (
    <a className="pager__step" href={to} rel={label === 'Next' ? 'next' : 'prev'}>
      {label}
    </a>
  );
}

/** The first page, the last, and those around the current one: at most seven entries. */
export function shownPages(page: number, totalPages: number): readonly (number | 'gap')[] {
  const near = [1, page - 1, page, page + 1, totalPages];
  const pages = [...new Set(near)].filter((one) => one >= 1 && one <= totalPages).sort((a, b) => a - b);
  return pages.flatMap((one, index) => {
    const before = pages[index - 1];
    if (before === undefined || one === before + 1) return [one];
    // A gap of one page takes as much space as its number.
    return one === before + 2 ? [one - 1, one] : ['gap' as const, one];
  });
}
