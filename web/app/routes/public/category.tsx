import { data, Link } from 'react-router'
import { findCategory } from '~/api/categories'
import { CategoryFilter } from '~/components/category-filter'
import { CategoryIcon } from '~/components/category-icon'
import { CourseGrid } from '~/components/course-grid'
import { PageHeader } from '~/components/page-header'
import { RetryMessage } from '~/components/retry-message'
import { StateMessage } from '~/components/state-message'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { listInTime } from '~/lib/deadline'
import { pageMeta } from '~/lib/meta'
import { useSiteCategories } from '~/lib/use-site-data'
import { catalogText as text } from '~/locales/he/catalog'
import { common } from '~/locales/he/common'
import type { Route } from './+types/category'
import { bookmarkOf } from './course-bookmark'

/** One category with its courses [2.1-10]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { page, error } = await findCategory(context.supabase, params.slug)
  if (!page && !error) throw data(null, { status: 404 })
  return data({ page, error, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, { page: null, error: 'Error fetching category', siteUrl: window.origin })

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const category = loaderData?.page?.category
  return pageMeta({
    title: category?.nameHe ?? text.categoriesTitle,
    description: category?.descriptionHe || text.categoryMeta(category?.nameHe ?? ''),
    path: paths.category(params.slug ?? ''),
    siteUrl: loaderData?.siteUrl ?? '',
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
        <StateMessage title={text.noCoursesInCategory} body={text.noCoursesInCategoryBody}>
          <Link to={paths.courses} className={buttonClass('primary')}>
            {common.allCourses}
          </Link>
          <Link to={paths.categories} className={buttonClass('secondary')}>
            {text.allCategories}
          </Link>
        </StateMessage>
      ) : (
        <CourseGrid courses={courses} bookmarkOf={bookmarkOf} headingLevel="h2" eagerImages />
      )}
    </div>
  )
}
