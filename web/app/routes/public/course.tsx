import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import { useCompletions } from '~/api/course-completions'
import { findCourse } from '~/api/courses'
import { useCompletedLessons } from '~/api/user-progress'
import { Queries } from '~/components/queries'
import { paths } from '~/config/paths'
import { site } from '~/config/site'
import { newLessonsSince } from '~/domain/lesson-states'
import { plural } from '~/domain/plural'
import { cutText } from '~/domain/text'
import { CoursePanel, type CoursePanelState } from '~/features/course-panel/course-panel'
import { pageMeta } from '~/lib/meta'
import { browserSupabase } from '~/lib/supabase-browser'
import { catalogText as text } from '~/locales/he/catalog'
import { addedLessons, nextText } from '~/locales/he/lesson-next'
import type { Route } from './+types/course'
import { CourseBookmark } from './course-bookmark'
import type { loader as coursesLoader } from './courses'

const META_DESCRIPTION_LENGTH = 160

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const list = matches.find((match) => match?.id === 'routes/public/courses')?.loaderData as
    | Awaited<ReturnType<typeof coursesLoader>>['data']
    | undefined
  const course = list?.courses.find(({ id }) => id === params.courseId)
  const description = cutText(course?.descriptionHe || text.coursesMeta, META_DESCRIPTION_LENGTH)
  const siteUrl = list?.siteUrl ?? ''
  return [
    ...pageMeta({
      title: course?.titleHe ?? text.coursesTitle,
      description,
      path: paths.course(params.courseId),
      siteUrl,
      image: course?.thumbnailUrl ?? null,
    }),
    ...(course
      ? [
          {
            'script:ld+json': {
              '@context': 'https://schema.org',
              '@type': 'Course',
              name: course.titleHe,
              description,
              inLanguage: 'he',
              isAccessibleForFree: true,
              url: new URL(paths.course(course.id), siteUrl).href,
              provider: { '@type': 'Organization', name: site.name, sameAs: siteUrl },
            },
          },
        ]
      : []),
  ]
}

/** The panel of one course over the list ([2.1-12], 2.4). Its first data came with the list; later ones are fetched. */
export default function CourseRoute({ params: { courseId } }: Route.ComponentProps) {
  return (
    <Queries>
      <OpenedCourse courseId={courseId} />
    </Queries>
  )
}

function OpenedCourse({ courseId }: { courseId: string }) {
  const list = useRouteLoaderData<typeof coursesLoader>('routes/public/courses')
  const navigate = useNavigate()
  const { state: origin } = useLocation()
  const completedLessonIds = useCompletedLessons(courseId)
  const state = useCourse(courseId, list)
  const completion = useCompletions().get(courseId)
  const lessons = state.status === 'ready' ? state.lessons : []
  const added = newLessonsSince(
    completion,
    lessons.map(({ id }) => id),
    completedLessonIds,
  )
  const title = 'course' in state ? state.course?.titleHe : undefined

  function close() {
    if (origin?.fromList) void navigate(-1)
    else void navigate(paths.courses, { replace: true, preventScrollReset: true })
  }

  return (
    <CoursePanel
      courseId={courseId}
      state={state}
      completedLessonIds={completedLessonIds}
      bookmark={title && <CourseBookmark courseId={courseId} title={title} className="border border-rule-2" />}
      note={added > 0 && nextText.added(plural(added, addedLessons))}
      onClose={close}
    />
  )
}

type CourseList = ReturnType<typeof useRouteLoaderData<typeof coursesLoader>>

function useCourse(courseId: string, list: CourseList): CoursePanelState {
  const rendered = list?.opened?.course.id === courseId ? list.opened : undefined
  const { data, isError, refetch } = useQuery({
    queryKey: ['course', courseId],
    queryFn: async () => {
      const { opened, error } = await findCourse(browserSupabase(), courseId)
      if (error) throw new Error(error)
      return opened
    },
    initialData: rendered,
    staleTime: 300_000,
  })
  if (data) return { status: 'ready', ...data }
  if (data === null) return { status: 'missing' }
  if (isError) return { status: 'failed', onRetry: () => void refetch() }
  return { status: 'loading', course: list?.courses.find(({ id }) => id === courseId) }
}
