import { clsx } from 'clsx'

/** Drawings of the six categories by slug [9-34], on a 48 px grid. */
const DRAWINGS: Record<string, string> = {
  'finance-basics': 'M4 41h40M10 41V29M20 41V21M30 41V25M40 41V9',
  investments: 'M4 36 16 24l8 6L44 9M34 9h10v10',
  insurance: 'M24 6C13 6 6 14 6 24h36C42 14 35 6 24 6ZM24 24v14a5 5 0 0 0 10 0',
  retirement: 'M12 5h24M12 43h24M15 5c0 14 18 14 18 38M33 5c0 14-18 14-18 38',
  taxes: 'M12 6h24v36l-6-4-6 4-6-4-6 4ZM18 16h12M18 24h12',
  banking: 'M5 18 24 7l19 11ZM10 22v14M19.5 22v14M28.5 22v14M38 22v14M5 41h38',
}

const ANY_CATEGORY = 'M8 8h14a4 4 0 0 1 4 4v30a4 4 0 0 0-4-4H8ZM40 8H30a4 4 0 0 0-4 4v30a4 4 0 0 1 4-4h10Z'

/** The sign of a category; a category that has none of its own gets an open book. */
export function CategoryIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('size-12 shrink-0', className)}
    >
      <path d={(Object.hasOwn(DRAWINGS, slug) && DRAWINGS[slug]) || ANY_CATEGORY} />
    </svg>
  )
}
