import { clsx } from 'clsx'
import { Link } from 'react-router'
import { catalogText } from '~/catalog/courses/catalog.he'
import type { Category } from '~/catalog/courses/catalog.rules'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { counted } from '~/shared/ui/common.he'
import { CategoryIcon } from './category-icon'

/** Rows without a hole: three in a row where that comes out even, else two and, for an odd one, a row of its own. */
const rowsOf = (count: number) =>
  count % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2'

type CategoryIndexProps = { categories: Category[]; headingLevel?: 'h2' | 'h3' }

/** Categories as a ruled table of contents: sign, name, what it is about, how many courses [2.3-03]. */
export function CategoryIndex({ categories, headingLevel: Heading = 'h3' }: CategoryIndexProps) {
  return (
    <ul className={clsx('grid border-ink border-t md:grid-cols-2 md:gap-x-10', rowsOf(categories.length))}>
      {categories.map(({ id, slug, nameHe, descriptionHe, courseCount }) => (
        <li key={id} className="border-rule border-b md:max-lg:last:odd:col-span-2">
          <Link
            to={paths.category(slug)}
            prefetch="intent"
            className="group grid h-full grid-cols-[48px_1fr] gap-4 py-6 no-underline"
          >
            <CategoryIcon slug={slug} className="transition-colors duration-150 group-hover:text-green" />
            <span className="min-w-0">
              <span className="flex items-baseline justify-between gap-3">
                <Heading className="text-lg transition-colors duration-150 group-hover:text-green-ink group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                  {nameHe}
                </Heading>
                <span className="shrink-0 text-ink-3 text-sm">
                  {courseCount === 0 ? catalogText.soon : plural(courseCount, counted.courses)}
                </span>
              </span>
              <span className="mt-1 block text-ink-2 text-sm leading-normal">{descriptionHe}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
