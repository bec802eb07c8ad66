import './lesson-page.css'
import { Suspense, useEffect, useRef } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import type { LessonState } from '~/course/progress/lesson-states.rules'
import { holdSession, useSession } from '~/session/student/session-store'
import { lazyPart } from '~/shared/browser/lazy-part'
import { paths } from '~/shared/config/paths'
import { pageMeta } from '~/shared/pages/meta'
import type { PageHandle } from '~/shared/pages/page-handle'
import { buttonClass } from '~/shared/ui/button'
import type { Route } from './+types/lesson.route'
import { CourseHead } from './course-head'
import { lessonProblems, lessonText } from './lesson.he'
import type { CourseOutline, Lesson } from './lesson.rules'
import { LessonActions } from './lesson-actions'
import { prefetchLesson, useLessonContent } from './lesson-content.calls'
import { LessonList } from './lesson-list'
import { LessonFailed, LessonNotFound, PlayerNotice } from './lesson-problem'
import { PlayerSkeleton, TextSkeleton } from './lesson-skeleton'
import { LessonView } from './lesson-view'
import { fetchCourseOfLesson, fetchCourseOutline } from './lessons.calls'

const NO_STATES: ReadonlyMap<string, LessonState> = new Map()

const LessonLocked = lazyPart(() => import('./lesson-locked').then((part) => part.LessonLocked))
const SessionOver = lazyPart(() => import('~/session/student/session-over').then((part) => part.SessionOver))

/** The course and its lessons are public; the rest of the page is fetched for the person in the browser. */
export async function loader({ context, params: { courseId, lessonId } }: Route.LoaderArgs) {
  const siteUrl = context.siteUrl
  try {
    const outline = await fetchCourseOutline(context.supabase, courseId)
    const found = outline?.lessons.some((lesson) => lesson.id === lessonId)
    // One that moved to another course is found from its former address; not for good, because it may move back.
    const present = found ? null : await fetchCourseOfLesson(context.supabase, lessonId)
    if (present && present !== courseId) throw redirect(paths.lesson(present, lessonId), 302)
    return data({ outline, siteUrl, failed: false }, { status: found ? 200 : 404 })
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return data({ outline: null, siteUrl, failed: true }, { status: 503 })
  }
}

/** Walking through a course does not load its outline again, so that it also works without a connection. */
export const shouldRevalidate = ({ currentParams, nextParams, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentParams.courseId !== nextParams.courseId || currentUrl.href === nextUrl.href

export const handle: PageHandle = {
  startsAboveHeading: true,
  ahead: (userId, { courseId = '', lessonId = '' }) => prefetchLesson(userId, courseId, lessonId),
}

export function meta({ loaderData, params, matches }: Route.MetaArgs) {
  const lesson = loaderData?.outline?.lessons.find(({ id }) => id === params.lessonId)
  return pageMeta({
    title: lesson?.titleHe ?? lessonText.pageTitle,
    description: lesson?.descriptionHe || (loaderData?.outline?.titleHe ?? ''),
    path: paths.lesson(params.courseId, params.lessonId),
    siteUrl: loaderData?.siteUrl ?? 'http://localhost',
    matches,
    noIndex: true,
  })
}

export default function LessonRoute({ loaderData, params }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const session = useSession()
  useFocusOnNextLesson(params.lessonId)
  useEffect(holdSession, [])
  const lesson = loaderData.outline?.lessons.find(({ id }) => id === params.lessonId)
  if (loaderData.failed)
    return (
      <div className="wrap">
        <LessonFailed onRetry={() => void revalidate()} />
      </div>
    )
  if (!loaderData.outline || !lesson)
    return (
      <div className="wrap">
        <LessonNotFound />
      </div>
    )
  if (session.status !== 'student') return <Outline outline={loaderData.outline} lesson={lesson} />
  const address = paths.lesson(params.courseId, params.lessonId)
  return (
    <>
      <OwnLesson
        key={`${session.userId} ${lesson.id}`}
        userId={session.userId}
        outline={loaderData.outline}
        lesson={lesson}
      />
      {session.lapsed && (
        <Suspense>
          <SessionOver email={session.email} returnTo={address} />
        </Suspense>
      )}
    </>
  )
}

/** After a step to another lesson the focus is at the start of the content, not lost with the link that was pressed. */
function useFocusOnNextLesson(lessonId: string): void {
  const shown = useRef(lessonId)
  useEffect(() => {
    if (shown.current === lessonId) return
    shown.current = lessonId
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [lessonId])
}

type LessonProps = { outline: CourseOutline; lesson: Lesson }

/** What this person may see of the lesson: all of it, or why not. */
function OwnLesson({ userId, outline, lesson }: LessonProps & { userId: string }) {
  const content = useLessonContent(userId, lesson.id)
  if (content.data) return <LessonView userId={userId} outline={outline} lesson={lesson} content={content.data} />
  if (content.isError) return <Outline outline={outline} lesson={lesson} onRetry={() => void content.refetch()} />
  return <Outline outline={outline} lesson={lesson} locked={content.data === null} />
}

/** The frame of a lesson whose video has not come, or does not come. */
function Outline({ outline, lesson, locked, onRetry }: LessonProps & { locked?: boolean; onRetry?: () => void }) {
  const { lessons } = outline
  const index = lessons.indexOf(lesson)
  return (
    <div className="lesson-page">
      <div className="lesson-head">
        <CourseHead
          courseId={outline.courseId}
          title={outline.titleHe}
          index={index + 1}
          count={lessons.length}
          percent={0}
        />
      </div>
      <div className="lesson-main">
        <div className="lesson-player">
          {locked ? (
            <Suspense fallback={<PlayerSkeleton />}>
              <LessonLocked />
            </Suspense>
          ) : onRetry ? (
            <PlayerNotice title={lessonProblems.failedTitle} body={lessonProblems.failed}>
              <button type="button" onClick={onRetry} className={buttonClass('learn')}>
                {lessonText.retry}
              </button>
            </PlayerNotice>
          ) : (
            <PlayerSkeleton />
          )}
        </div>
        <div className="lesson-body">
          <LessonActions lesson={lesson} previous={lessons[index - 1]} next={lessons[index + 1]} />
        </div>
        <div className="lesson-texts hidden lg:block">
          {locked || onRetry ? <p className="text-ink-2">{lesson.descriptionHe}</p> : <TextSkeleton />}
        </div>
      </div>
      <nav aria-label={lessonText.lessons} className="lesson-side">
        <div className="lesson-tabs">
          <div className="lesson-tab-names">
            <h2 className="flex min-h-12 items-center px-3 font-sans font-semibold text-base">{lessonText.lessons}</h2>
          </div>
          <div className="lesson-part">
            <div className="-mx-3">
              <LessonList lessons={lessons} currentId={lesson.id} states={NO_STATES} />
            </div>
          </div>
        </div>
      </nav>
    </div>
  )
}
