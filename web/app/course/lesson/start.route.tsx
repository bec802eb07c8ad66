import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { useUnsavedLessons } from '~/course/progress/use-unsaved-progress'
import { courseProgressQuery, fetchCourseProgress } from '~/course/progress/user-progress.calls'
import { useSession } from '~/session/student/session-store'
import { withinTime } from '~/shared/client/deadline'
import { PROGRESS_LOADING_TIMEOUT } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import { buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { StateMessage } from '~/shared/ui/state-message'
import type { Route } from './+types/start.route'
import { lessonText } from './lesson.he'
import { lessonToOpen } from './lesson.rules'
import { LessonFailed } from './lesson-problem'
import { fetchCourseOutline } from './lessons.calls'
import { noLessonsText } from './no-lessons.he'

/** The lessons are public; which of them to open is the person's own matter. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const siteUrl = context.siteUrl
  try {
    return { outline: await fetchCourseOutline(context.supabase, params.courseId), siteUrl, failed: false }
  } catch {
    return { outline: null, siteUrl, failed: true }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, params, matches }) =>
  pageMeta({
    title: lessonText.startTitle,
    description: loaderData?.outline?.titleHe ?? '',
    path: paths.startCourse(params.courseId),
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
    noIndex: true,
  })

/** Starts a course [2.1-13]: leads to the lesson to go on with, also when what was watched last is not saved yet. */
export default function Start({ loaderData: { outline, failed }, params: { courseId } }: Route.ComponentProps) {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  const progress = useQuery({
    ...courseProgressQuery(userId, courseId),
    queryFn: () => withinTime(PROGRESS_LOADING_TIMEOUT, () => fetchCourseProgress(userId ?? '', courseId)),
    staleTime: 0,
  })
  const unsaved = useUnsavedLessons(userId, courseId)
  if (failed)
    return (
      <div className="wrap">
        <LessonFailed onRetry={() => window.location.reload()} />
      </div>
    )
  if (!outline)
    return (
      <div className="wrap">
        <StateMessage {...noLessonsText}>
          <Link to={paths.courses} className={buttonClass('secondary')}>
            {lessonText.toCourses}
          </Link>
        </StateMessage>
      </div>
    )
  if (progress.isPending || (progress.isFetching && !progress.isFetchedAfterMount) || unsaved.isPending)
    return <Loading />
  const lesson = lessonToOpen(outline.lessons, [...(progress.data ?? []), ...(unsaved.data ?? [])])
  return lesson ? <Navigate to={paths.lesson(courseId, lesson.id)} replace /> : <Loading />
}
