import { clsx } from 'clsx'
import { Link } from 'react-router'
import { catalogText } from '~/catalog/courses/catalog.he'
import type { Category } from '~/catalog/courses/catalog.rules'
import { paths } from '~/shared/config/paths'

type CategoryFilterProps = { categories: Category[]; currentSlug?: string }

/** A row of categories to narrow the list of courses to; it scrolls sideways where it has no room. */
export function CategoryFilter({ categories, currentSlug }: CategoryFilterProps) {
  if (categories.length === 0) return null
  const entries = [
    { to: paths.courses, label: catalogText.allFilter, current: !currentSlug },
    ...categories.map(({ slug, nameHe }) => ({
      to: paths.category(slug),
      label: nameHe,
      current: slug === currentSlug,
    })),
  ]
  return (
    <nav aria-label={catalogText.filterLabel} className="-mx-1 mt-6 overflow-x-auto px-1 py-1">
      <ul className="flex gap-2">
        {entries.map(({ to, label, current }) => (
          <li key={to}>
            <Link
              ref={current && currentSlug ? centre : undefined}
              to={to}
              aria-current={current ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-11 items-center whitespace-nowrap rounded-full border px-4 font-semibold text-sm no-underline transition-colors duration-150',
                current ? 'border-ink bg-ink text-white' : 'border-rule-2 text-ink-2 hover:bg-card hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the row, not the page, so that the chosen category stands in the middle of it. */
function centre(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (!link || !row) return
  const [own, whole] = [link.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - (whole.left + whole.width / 2)
}
