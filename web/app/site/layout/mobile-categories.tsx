import { Link } from 'react-router'
import { CategoryIcon } from '~/catalog/categories/category-icon'
import { Queries } from '~/shared/client/queries'
import { MOBILE_MENU_COURSES } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { Accordion, AccordionContent, AccordionItem, AccordionTrigger } from '~/shared/ui/accordion'
import { common } from '~/shared/ui/common.he'
import { Skeleton } from '~/shared/ui/skeleton'
import { type MenuCategory, useMenuData } from './menu.calls'
import { MenuFailure } from './menu-failure'
import { menusText } from './menus.he'

const entryClass = 'flex min-h-11 items-center ps-[52px] no-underline'

/** All categories, one open at a time, each with up to 5 courses [2.2-08]. */
export function MobileCategories() {
  return (
    <Queries>
      <CategoriesAccordion />
    </Queries>
  )
}

function CategoriesAccordion() {
  const { categories, failed, retry } = useMenuData()
  if (failed) return <MenuFailure onRetry={retry} />
  if (!categories) return <CategoriesSkeleton />
  return (
    <Accordion type="single" collapsible className="border-ink border-t">
      {categories.map((category) => (
        <AccordionItem key={category.id} value={category.id}>
          <AccordionTrigger>
            <span className="flex items-center gap-4">
              <CategoryIcon slug={category.slug} className="size-9!" />
              {category.nameHe}
            </span>
          </AccordionTrigger>
          <AccordionContent>
            <CategoryEntries category={category} />
          </AccordionContent>
        </AccordionItem>
      ))}
    </Accordion>
  )
}

function CategoryEntries({ category: { courses, slug } }: { category: MenuCategory }) {
  const more = courses.length - MOBILE_MENU_COURSES
  if (courses.length === 0) return <p className="ps-[52px] text-ink-2 text-sm">{menusText.noCoursesInCategory}</p>
  return (
    <ul>
      {courses.slice(0, MOBILE_MENU_COURSES).map(({ id, titleHe }) => (
        <li key={id}>
          <Link to={paths.course(id)} className={entryClass}>
            {titleHe}
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to={paths.category(slug)} className={`${entryClass} font-semibold text-green-ink`}>
            <span>
              <bdi dir="ltr">+{more}</bdi> {more === 1 ? menusText.moreCourse : menusText.moreCourses}
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}

function CategoriesSkeleton() {
  return (
    <div className="border-ink border-t">
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="flex h-14 items-center gap-4 border-rule border-b">
          <Skeleton className="size-9" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  )
}
