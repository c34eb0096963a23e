interface PageNumbersProps {
  /** From 1. */
  readonly page: number;
  readonly count: number;
  readonly onChange: (page: number) => void;
}

/**
 * The numbers of the pages of a list: the first, the last, and those around the one that is shown.
 */
export function PageNumbers({ page, count, onChange }: PageNumbersProps) {
  if (count < 2) return null;
  return (
    <nav className="pages" aria-label="Pages">
      {numbersOf(page, count).map((number, index, numbers) => (
        <span key={number}>
          {index > 0 && number - 1 !== numbers[index - 1] && <span aria-hidden="true">…</span>}
          <button
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        </span>
      ))}
    </nav>
  );
}

const numbersOf = (page: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === count || Math.abs(number - page) < 2,
  );
