import { data } from 'react-router'
import { listCourses } from '~/api/courses'
import { CategoryIndex } from '~/components/category-index'
import { CourseGrid } from '~/components/course-grid'
import { RetryMessage } from '~/components/retry-message'
import { StateMessage } from '~/components/state-message'
import { RECOMMENDED_COURSES } from '~/config/constants'
import { paths } from '~/config/paths'
import { Closing } from '~/features/home/closing'
import { Hero } from '~/features/home/hero'
import { HomeSection } from '~/features/home/home-section'
import { listInTime } from '~/lib/deadline'
import { pageMeta } from '~/lib/meta'
import { useSiteCategories } from '~/lib/use-site-data'
import { catalogText } from '~/locales/he/catalog'
import { homeText as text } from '~/locales/he/home'
import type { Route } from './+types/home'
import { bookmarkOf } from './course-bookmark'

/** The first published courses [2.3-02]; the categories are the layout's. */
export async function loader({ context }: Route.LoaderArgs) {
  const courses = await listCourses(context.supabase, { limit: RECOMMENDED_COURSES })
  return data({ courses, siteUrl: context.siteUrl }, { status: courses.error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, {
    courses: { items: [], opened: null, error: 'Error fetching courses' },
    siteUrl: window.origin,
  })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: text.metaTitle,
    description: text.metaDescription,
    path: paths.home,
    siteUrl: loaderData?.siteUrl ?? '',
  })

export default function Home({ loaderData: { courses } }: Route.ComponentProps) {
  const categories = useSiteCategories()
  const featured = categories.items.filter(({ isFeatured }) => isFeatured)
  const courseCount = categories.items.reduce((sum, category) => sum + category.courseCount, 0)
  return (
    <>
      <Hero />
      <HomeSection title={text.recommended} more={{ to: paths.courses, label: text.allCourses }}>
        {courses.error ? (
          <RetryMessage title={catalogText.coursesFailed} />
        ) : courses.items.length === 0 ? (
          <StateMessage title={text.noRecommended} body={text.noRecommendedBody} />
        ) : (
          <CourseGrid courses={courses.items} bookmarkOf={bookmarkOf} />
        )}
      </HomeSection>
      <HomeSection title={text.categories} more={{ to: paths.categories, label: text.allCategories }}>
        {categories.error ? (
          <RetryMessage title={catalogText.categoriesFailed} />
        ) : featured.length === 0 ? (
          <StateMessage title={catalogText.noCategories} body={catalogText.noCategoriesBody} />
        ) : (
          <CategoryIndex categories={featured} />
        )}
      </HomeSection>
      <Closing courseCount={courseCount} />
    </>
  )
}
