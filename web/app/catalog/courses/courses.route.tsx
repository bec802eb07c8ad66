import { Suspense } from 'react'
import { data, Link, Outlet } from 'react-router'
import { bookmarkOf } from '~/catalog/bookmarks/course-bookmark'
import { CategoryFilter } from '~/catalog/categories/category-filter'
import { useSiteCategories } from '~/catalog/categories/use-site-categories'
import { listInTime } from '~/shared/client/deadline'
import { paths } from '~/shared/config/paths'
import { isUuid } from '~/shared/formats/uuid'
import { loadOnce } from '~/shared/pages/load-once'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { PageHeader } from '~/shared/ui/page-header'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/courses.route'
import { catalogText as text } from './catalog.he'
import { CourseGrid } from './course-grid'
import { listCourses } from './courses.calls'
import { coursesText } from './courses.he'
import { useListBehind } from './use-list-behind'

/** All published courses; under the address of one course, its lessons come along in the same statement. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const openedId = params.courseId
  if (openedId && !isUuid(openedId)) throw data(null, { status: 404 })
  const { items, opened, error } = await listCourses(context.supabase, { openedId })
  if (openedId && !opened && !error) throw data(null, { status: 404 })
  return data({ courses: items, opened, error, siteUrl: context.siteUrl }, { status: error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, { courses: [], opened: null, error: 'Error fetching courses', siteUrl: window.origin })

export const shouldRevalidate = loadOnce

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: coursesText.coursesTitle,
    description: coursesText.coursesMeta,
    path: paths.courses,
    siteUrl: loaderData?.siteUrl ?? '',
    matches,
  })

export default function Courses({ loaderData: { courses, error }, params }: Route.ComponentProps) {
  const categories = useSiteCategories()
  const shown = useListBehind(courses, Boolean(params.courseId))
  return (
    <>
      <div className="wrap">
        <PageHeader title={coursesText.coursesTitle} intro={coursesText.coursesIntro}>
          <CategoryFilter categories={categories.items} />
        </PageHeader>
        {error ? (
          <RetryMessage title={text.coursesFailed} />
        ) : courses.length === 0 ? (
          <StateMessage title={coursesText.noCourses} body={coursesText.noCoursesBody}>
            <Link to={paths.news} className={buttonClass('secondary')}>
              {coursesText.readNews}
            </Link>
          </StateMessage>
        ) : (
          <Suspense>
            <CourseGrid courses={shown} bookmarkOf={bookmarkOf} headingLevel="h2" eagerImages={!params.courseId} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
