import { catalogText as text } from '~/catalog/courses/catalog.he'
import type { Course, LessonSummary, QuizSummary } from '~/catalog/courses/catalog.rules'
import { CourseDuration } from '~/catalog/courses/course-duration'
import { CourseImage } from '~/catalog/courses/course-image'
import { plural } from '~/shared/formats/plural'
import { Badge } from '~/shared/ui/badge'
import { Button } from '~/shared/ui/button'
import { common, counted } from '~/shared/ui/common.he'
import { DialogTitle } from '~/shared/ui/dialog'
import { Icon, type IconName } from '~/shared/ui/icon'
import { pageErrorText } from '~/shared/ui/page-error.he'
import { Skeleton } from '~/shared/ui/skeleton'
import { CourseLessons, LessonListSkeleton } from './course-lessons'
import { CourseQuizzes } from './course-quizzes'
import { Lecturer } from './lecturer'
import { panelText } from './panel.he'

export type CoursePanelState =
  | { status: 'loading'; course: Course | undefined }
  | { status: 'ready'; course: Course; lessons: LessonSummary[]; quizzes: QuizSummary[] }
  | { status: 'failed'; onRetry: () => void }
  | { status: 'missing' }

type CourseDetailsProps = { courseId: string; state: CoursePanelState; completedLessonIds: ReadonlySet<string> }

/** What the panel tells about a course ([2.4-02] to [2.4-13]), or why it cannot. */
export function CourseDetails({ courseId, state, completedLessonIds }: CourseDetailsProps) {
  if (state.status === 'failed' || state.status === 'missing') {
    const missing = state.status === 'missing'
    return (
      <div role="alert" className="px-5 py-16 md:px-8">
        <DialogTitle className="text-2xl">{missing ? pageErrorText.notFound.title : panelText.panelFailed}</DialogTitle>
        <p className="mt-3 max-w-[48ch] text-ink-2">{missing ? pageErrorText.notFound.body : common.failedBody}</p>
        {state.status === 'failed' && (
          <Button className="mt-6" onClick={state.onRetry}>
            {common.retry}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      {state.course ? <Head course={state.course} /> : <HeadSkeleton />}
      <section aria-label={panelText.lessonsTitle} className="px-5 pb-6 md:px-8">
        <h3 className="border-ink border-b pb-3 text-lg">{panelText.lessonsTitle}</h3>
        {state.status === 'loading' ? (
          <LessonListSkeleton />
        ) : (
          <CourseLessons courseId={courseId} lessons={state.lessons} completedLessonIds={completedLessonIds} />
        )}
      </section>
      {state.status === 'ready' && state.quizzes.length > 0 && (
        <CourseQuizzes courseId={courseId} quizzes={state.quizzes} />
      )}
    </>
  )
}

function Head({ course }: { course: Course }) {
  return (
    <div className="md:grid md:grid-cols-[1fr_1.15fr] md:gap-7 md:p-8 md:pb-6">
      <div className="self-start overflow-hidden md:rounded-control">
        <CourseImage url={course.thumbnailUrl} eager className="max-h-[30dvh] md:max-h-none" />
      </div>
      <div className="p-5 pb-6 md:p-0 md:pe-10">
        <Badge tone="green">{course.category?.nameHe ?? text.generalCategory}</Badge>
        <DialogTitle className="mt-2 text-2xl">{course.titleHe}</DialogTitle>
        <p className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          <Fact icon="lessons">{plural(course.lessonCount, counted.lessons)}</Fact>
          {course.durationMinutes > 0 && (
            <Fact icon="clock">
              <span className="sr-only">{panelText.duration}: </span>
              <CourseDuration minutes={course.durationMinutes} />
            </Fact>
          )}
        </p>
        <div className="mt-5">
          <Lecturer author={course.author} />
        </div>
      </div>
      <p className="max-w-[66ch] px-5 pb-7 text-ink-2 md:col-span-2 md:p-0">
        {course.descriptionHe || panelText.descriptionSoon}
      </p>
    </div>
  )
}

function Fact({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-[18px] text-ink-3" />
      <span>{children}</span>
    </span>
  )
}

function HeadSkeleton() {
  return (
    <div className="md:grid md:grid-cols-[1fr_1.15fr] md:gap-7 md:p-8 md:pb-6">
      <DialogTitle className="sr-only">{common.loading}</DialogTitle>
      <Skeleton className="aspect-video max-h-[30dvh] w-full rounded-none md:max-h-none md:rounded-control" />
      <div className="space-y-4 p-5 md:p-0">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-14 w-2/3" />
      </div>
    </div>
  )
}
