import { useCallback, useState } from 'react'
import { fetchLessonProgress, useCourseProgress, useLessonProgress, useRefreshProgress } from '~/api/user-progress'
import { type CourseOutline, type Lesson, type LessonContent, nextOpenLesson } from '~/domain/lesson'
import { coursePercent } from '~/domain/progress'
import { countedSeconds } from '~/domain/progress-merge'
import { BookmarkToggle } from '~/features/bookmarks/bookmark-toggle'
import { Attachments } from '~/features/lesson/attachments'
import { CompletionToggle } from '~/features/lesson/completion-toggle'
import { CourseHead } from '~/features/lesson/course-head'
import { EndCard } from '~/features/lesson/end-card'
import { LessonList, LessonListTitle } from '~/features/lesson/lesson-list'
import { PlayerNotice } from '~/features/lesson/lesson-problem'
import { PlayerSkeleton } from '~/features/lesson/lesson-skeleton'
import { LessonSteps } from '~/features/lesson/lesson-steps'
import { Transcript } from '~/features/lesson/transcript'
import { LessonPlayer } from '~/features/lesson-player/lesson-player'
import type { PlayerAdapter } from '~/features/lesson-player/player-adapter'
import { SaveStatus } from '~/features/progress/save-status'
import { useRecorder } from '~/features/progress/use-recorder'
import { useMediaUrl } from '~/lib/use-media-url'
import { lessonProblems, lessonText } from '~/locales/he/lesson'

type LessonViewProps = { userId: string; outline: CourseOutline; lesson: Lesson; content: LessonContent }

/** A lesson that this person may watch: the player, the lessons of the course, and what belongs to the lesson. */
export function LessonView({ userId, outline, lesson, content }: LessonViewProps) {
  const [player, setPlayer] = useState<PlayerAdapter | null>(null)
  const saved = useLessonProgress(lesson.id)
  const course = useCourseProgress(outline.courseId)
  const refresh = useRefreshProgress()
  const poster = useMediaUrl(content.posterUrl)
  const { startAt, state, reset, forget } = useRecorder(
    { userId, lessonId: lesson.id, courseId: lesson.courseId, durationSeconds: lesson.durationSeconds },
    saved,
    player,
    refresh,
  )

  const others = course.data.filter((row) => row.lessonId !== lesson.id)
  const completed = new Set(others.filter((row) => row.completed).map((row) => row.lessonId))
  if (state.completed) completed.add(lesson.id)
  const published = new Set(outline.lessons.map((one) => one.id))
  const watchedElsewhere = others.reduce((sum, row) => sum + (published.has(row.lessonId) ? row.watchedSeconds : 0), 0)
  const percent = coursePercent(
    watchedElsewhere + countedSeconds(state, lesson.durationSeconds),
    outline.lessons.reduce((sum, one) => sum + one.durationSeconds, 0),
  )
  const index = outline.lessons.indexOf(lesson)
  const next = outline.lessons[index + 1]

  const afterMark = useCallback(async () => {
    reset(await fetchLessonProgress(userId, lesson.id))
    await refresh()
  }, [reset, refresh, userId, lesson.id])

  return (
    <div className="lesson-page">
      <div className="lesson-head">
        <CourseHead
          courseId={outline.courseId}
          title={outline.titleHe}
          index={index + 1}
          count={outline.lessons.length}
          percent={percent}
          action={<BookmarkToggle courseId={outline.courseId} title={outline.titleHe} className="bg-transparent" />}
        />
      </div>
      <div className="lesson-player">
        {!content.video && <PlayerNotice title={lessonProblems.noVideoTitle} body={lessonProblems.noVideo} />}
        {content.video && startAt === null && <PlayerSkeleton />}
        {content.video && startAt !== null && (
          <LessonPlayer
            title={lesson.titleHe}
            video={content.video}
            poster={poster}
            captions={content.captions}
            durationSeconds={lesson.durationSeconds}
            startAt={startAt}
            watched={state.ranges}
            onPlayer={setPlayer}
            endCard={
              <EndCard
                courseId={outline.courseId}
                next={next}
                open={nextOpenLesson(outline.lessons, lesson.id, completed)}
                onAgain={() => {
                  player?.seek(0)
                  player?.play()
                }}
              />
            }
          />
        )}
      </div>
      <nav aria-label={lessonText.lessons} className="lesson-list">
        <div className="lesson-list-box">
          <LessonListTitle />
          <LessonList lessons={outline.lessons} currentId={lesson.id} completed={completed} />
        </div>
      </nav>
      <div className="lesson-body">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <h1 className="min-w-0 text-2xl md:text-3xl">{lesson.titleHe}</h1>
          <LessonSteps previous={outline.lessons[index - 1]} next={next} />
        </div>
        {saved.error && <p className="mt-3 text-ink-2 text-sm">{lessonProblems.late}</p>}
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-rule border-y py-3">
          <CompletionToggle
            lessonId={lesson.id}
            isCompleted={state.completed}
            beforeChange={forget}
            onChanged={afterMark}
          />
          <SaveStatus />
        </div>
      </div>
      <div className="lesson-texts">
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.35fr]">
          <section>
            <h2 className="mb-3 text-xl">{lessonText.summary}</h2>
            <p className="max-w-[62ch] whitespace-pre-line text-ink-2">{content.summaryHe || lesson.descriptionHe}</p>
            <Attachments attachments={content.attachments} />
          </section>
          <section>
            <h2 className="mb-3 text-xl">{lessonText.transcript}</h2>
            <Transcript cues={content.transcript} player={player} />
          </section>
        </div>
      </div>
    </div>
  )
}
