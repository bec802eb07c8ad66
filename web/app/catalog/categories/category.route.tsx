import { data, Link, redirect } from 'react-router'
import { bookmarkOf } from '~/catalog/bookmarks/course-bookmark'
import { catalogText as text } from '~/catalog/courses/catalog.he'
import { CourseGrid } from '~/catalog/courses/course-grid'
import { listInTime } from '~/shared/client/deadline'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/category.route'
import { findCategory } from './categories.calls'
import { categoriesText } from './categories.he'
import { CategoryFilter } from './category-filter'
import { CategoryIcon } from './category-icon'
import { presentSlug } from './former-address.calls'
import { useSiteCategories } from './use-site-categories'

/** One category with its courses [2.1-10]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, error } = await findCategory(context.supabase, params.slug)
  if (!page && !error) {
    const present = await presentSlug(context.supabase, params.slug).catch(() => null)
    if (present) throw redirect(paths.category(present), 301)
    throw data(null, { status: 404 })
  }
  return data({ page, error, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, { page: null, error: 'Error fetching category', siteUrl: window.origin })

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) => {
  const category = loaderData?.page?.category
  return pageMeta({
    title: category?.nameHe ?? categoriesText.categoriesTitle,
    description: category?.descriptionHe || categoriesText.categoryMeta(category?.nameHe ?? ''),
    path: paths.category(params.slug ?? ''),
    siteUrl: loaderData?.siteUrl ?? '',
    matches,
  })
}

export default function CategoryCourses({ loaderData: { page } }: Route.ComponentProps) {
  const categories = useSiteCategories()
  if (!page) {
    return (
      <div className="wrap pt-14">
        <RetryMessage title={text.coursesFailed} />
      </div>
    )
  }
  const { category, courses } = page
  return (
    <div className="wrap">
      <PageHeader
        title={category.nameHe}
        intro={category.descriptionHe}
        mark={<CategoryIcon slug={category.slug} className="mb-4 text-green" />}
      >
        <CategoryFilter categories={categories.items} currentSlug={category.slug} />
      </PageHeader>
      {courses.length === 0 ? (
        <StateMessage title={categoriesText.noCoursesInCategory} body={categoriesText.noCoursesInCategoryBody}>
          <Link to={paths.courses} className={buttonClass('primary')}>
            {common.allCourses}
          </Link>
          <Link to={paths.categories} className={buttonClass('secondary')}>
            {categoriesText.allCategories}
          </Link>
        </StateMessage>
      ) : (
        <CourseGrid courses={courses} bookmarkOf={bookmarkOf} headingLevel="h2" eagerImages />
      )}
    </div>
  )
}
