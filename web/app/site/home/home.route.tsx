import { data } from 'react-router'
import { bookmarkOf } from '~/catalog/bookmarks/course-bookmark'
import { CategoryIndex } from '~/catalog/categories/category-index'
import { useSiteCategories } from '~/catalog/categories/use-site-categories'
import { catalogText } from '~/catalog/courses/catalog.he'
import { CourseGrid } from '~/catalog/courses/course-grid'
import { listCourses } from '~/catalog/courses/courses.calls'
import { listInTime } from '~/shared/client/deadline'
import { RECOMMENDED_COURSES } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { RetryMessage } from '~/shared/ui/retry-message'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/home.route'
import { Closing } from './closing'
import { Hero } from './hero'
import { homeText as text } from './home.he'
import { HomeSection } from './home-section'
import { isAnyQuizPublished } from './quizzes.calls'

/** The first published courses [2.3-02], and whether there are tests [1-01]; the categories are the layout's. */
export async function loader({ context }: Route.LoaderArgs) {
  const [courses, hasQuizzes] = await Promise.all([
    listCourses(context.supabase, { limit: RECOMMENDED_COURSES }),
    isAnyQuizPublished(context.supabase),
  ])
  return data({ courses, hasQuizzes, siteUrl: context.siteUrl }, { status: courses.error ? 503 : 200 })
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  listInTime(serverLoader, {
    courses: { items: [], opened: null, total: 0, error: 'Error fetching courses' },
    hasQuizzes: false,
    siteUrl: window.origin,
  })

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: text.metaTitle,
    description: text.metaDescription(loaderData?.hasQuizzes === true),
    path: paths.home,
    siteUrl: loaderData?.siteUrl ?? '',
    matches,
  })

export default function Home({ loaderData: { courses, hasQuizzes } }: Route.ComponentProps) {
  const categories = useSiteCategories()
  const featured = categories.items.filter(({ isFeatured }) => isFeatured)
  return (
    <>
      <Hero hasQuizzes={hasQuizzes} />
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
      <Closing courseCount={courses.total} />
    </>
  )
}
