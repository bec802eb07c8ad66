import { Link, useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import { CourseBookmark } from '~/catalog/bookmarks/course-bookmark'
import type { loader as coursesLoader } from '~/catalog/courses/courses.route'
import { useOpenedCourse } from '~/catalog/courses/opened-course.calls'
import { addedLessons, nextText } from '~/course/lesson/lesson-next.he'
import { useCompletions } from '~/course/progress/course-completions.calls'
import { newLessonsSince } from '~/course/progress/lesson-states.rules'
import { useCompletedLessons } from '~/course/progress/user-progress.calls'
import { Queries } from '~/shared/client/queries'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { cutText } from '~/shared/formats/text'
import { pageMeta } from '~/shared/pages/meta'
import { siteOf } from '~/shared/pages/site-of'
import type { Route } from './+types/course.route'
import type { CoursePanelState } from './course-details'
import { CoursePanel } from './course-panel'
import { panelText } from './panel.he'

const META_DESCRIPTION_LENGTH = 160

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const list = matches.find((match) => match?.id === 'catalog/courses/courses.route')?.loaderData as
    | Awaited<ReturnType<typeof coursesLoader>>['data']
    | undefined
  const course = list?.courses.find(({ id }) => id === params.courseId)
  const description = cutText(course?.descriptionHe || panelText.descriptionSoon, META_DESCRIPTION_LENGTH)
  const siteUrl = list?.siteUrl ?? ''
  return [
    ...pageMeta({
      title: course?.titleHe ?? panelText.panelFailed,
      description,
      path: paths.course(params.courseId),
      siteUrl,
      matches,
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
              provider: { '@type': 'Organization', name: siteOf(matches).name, sameAs: siteUrl },
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
  const list = useRouteLoaderData<typeof coursesLoader>('catalog/courses/courses.route')
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
      note={
        added > 0
          ? nextText.added(plural(added, addedLessons))
          : completion && (
              <Link to={paths.earnCertificate(courseId)} className="text-link inline-block py-1">
                {panelText.toCertificate}
              </Link>
            )
      }
      onClose={close}
    />
  )
}

type CourseList = ReturnType<typeof useRouteLoaderData<typeof coursesLoader>>

function useCourse(courseId: string, list: CourseList): CoursePanelState {
  const rendered = list?.opened?.course.id === courseId ? list.opened : undefined
  const { data, isError, refetch } = useOpenedCourse(courseId, rendered)
  if (data) return { status: 'ready', ...data }
  if (data === null) return { status: 'missing' }
  if (isError) return { status: 'failed', onRetry: () => void refetch() }
  return { status: 'loading', course: list?.courses.find(({ id }) => id === courseId) }
}
