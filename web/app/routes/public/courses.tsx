import { Suspense } from 'react'
import { data, Link, Outlet } from 'react-router'
import { listCourses } from '~/api/courses'
import { CategoryFilter } from '~/components/category-filter'
import { CourseGrid } from '~/components/course-grid'
import { PageHeader } from '~/components/page-header'
import { RetryMessage } from '~/components/retry-message'
import { StateMessage } from '~/components/state-message'
import { buttonClass } from '~/components/ui/button'
import { paths } from '~/config/paths'
import { listInTime } from '~/lib/deadline'
import { loadOnce } from '~/lib/load-once'
import { pageMeta } from '~/lib/meta'
import { useListBehind } from '~/lib/use-list-behind'
import { useSiteCategories } from '~/lib/use-site-data'
import { isUuid } from '~/lib/uuid'
import { catalogText as text } from '~/locales/he/catalog'
import { layoutText } from '~/locales/he/site-layout'
import type { Route } from './+types/courses'
import { bookmarkOf } from './course-bookmark'

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

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: text.coursesTitle,
    description: text.coursesMeta,
    path: paths.courses,
    siteUrl: loaderData?.siteUrl ?? '',
  })

export default function Courses({ loaderData: { courses, error }, params }: Route.ComponentProps) {
  const categories = useSiteCategories()
  const shown = useListBehind(courses, Boolean(params.courseId))
  return (
    <>
      <div className="wrap">
        <PageHeader title={text.coursesTitle} intro={text.coursesIntro}>
          <CategoryFilter categories={categories.items} />
        </PageHeader>
        {error ? (
          <RetryMessage title={text.coursesFailed} />
        ) : courses.length === 0 ? (
          <StateMessage title={text.noCourses} body={text.noCoursesBody}>
            <Link to={paths.news} className={buttonClass('secondary')}>
              {layoutText.news}
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
