import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { BookmarkToggle } from '~/catalog/bookmarks/bookmark-toggle'
import { notesText } from '~/course/notes/notes.he'
import type { NoteComposerHandle } from '~/course/notes/notes-panel'
import { useNoteMarks } from '~/course/notes/use-note-marks'
import { LessonPlayer } from '~/course/player/lesson-player'
import type { PlayerAdapter } from '~/course/player/player-adapter'
import { CompletionToggle } from '~/course/progress/completion-toggle'
import { useCompletions } from '~/course/progress/course-completions.calls'
import { lessonStates, newLessonsSince } from '~/course/progress/lesson-states.rules'
import { coursePercent, courseSeconds } from '~/course/progress/progress.rules'
import { countedSeconds } from '~/course/progress/progress-merge.rules'
import { onRemoval } from '~/course/progress/progress-removals'
import { SaveStatus } from '~/course/progress/save-status'
import { useRecorder } from '~/course/progress/use-recorder'
import { fetchLessonProgress, useCourseProgress, useRefreshProgress } from '~/course/progress/user-progress.calls'
import { measureRanges } from '~/course/progress/watched-ranges.rules'
import { QuestionDialog } from '~/course/questions/question-dialog'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { useWide } from '~/shared/browser/use-wide'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { CourseHead } from './course-head'
import { lessonProblems } from './lesson.he'
import { type CourseOutline, type Lesson, type LessonContent, nextOpenLesson, secondOfHash } from './lesson.rules'
import { LessonActions } from './lesson-actions'
import { lessonPageText } from './lesson-page.he'
import { LessonParts, LessonTexts, useOpenPart } from './lesson-parts'
import { PlayerNotice } from './lesson-problem'
import { PlayerSkeleton } from './lesson-skeleton'
import { usePlayOnArrival } from './use-play-on-arrival'
import { usePlayerHeight } from './use-player-height'

const loadEndCard = () => import('./end-card').then((part) => part.EndCard)
const EndCard = lazyPart(loadEndCard)

type LessonViewProps = { userId: string; outline: CourseOutline; lesson: Lesson; content: LessonContent }

/** A lesson that this person may watch: the player, and around it all that belongs to the lesson and its course. */
export function LessonView({ userId, outline, lesson, content }: LessonViewProps) {
  const page = useRef<HTMLDivElement>(null)
  const composer = useRef<NoteComposerHandle>(null)
  const [player, setPlayer] = useState<PlayerAdapter | null>(null)
  const wide = useWide('(min-width: 1024px)')
  const asked = secondOfHash(useLocation().hash, lesson.durationSeconds)
  const [part, openPart] = useOpenPart(wide, content.transcript.length > 0)
  const course = useCourseProgress(outline.courseId)
  const saved = { ...course, data: course.data.find((row) => row.lessonId === lesson.id) ?? null }
  const completion = useCompletions().get(outline.courseId)
  const refresh = useRefreshProgress()
  const poster = useMediaUrl(content.posterUrl)
  const previews = useMediaUrl(content.previewsUrl)
  const marks = useNoteMarks(userId, lesson.id)
  const { startAt, state, reset, save, forgetCourse } = useRecorder(
    { userId, lessonId: lesson.id, courseId: lesson.courseId, durationSeconds: lesson.durationSeconds },
    saved,
    player,
    refresh,
  )
  usePlayerHeight(page)
  // It stands there at the end of the video, whatever the connection is then.
  useEffect(() => player?.on('play', () => prefetchPart(loadEndCard)), [player])
  usePlayOnArrival(player)

  const { lessons } = outline
  const others = course.data.filter((row) => row.lessonId !== lesson.id)
  const states = lessonStates(lessons, [
    ...others,
    { lessonId: lesson.id, watchedSeconds: measureRanges(state.ranges), completed: state.completed },
  ])
  const completed = new Set(lessons.filter(({ id }) => states.get(id)?.status === 'done').map(({ id }) => id))
  const watched = new Map(others.map((row) => [row.lessonId, row.watchedSeconds]))
  watched.set(lesson.id, countedSeconds(state, lesson.durationSeconds))
  const percent = coursePercent(
    courseSeconds(lessons, watched),
    lessons.reduce((sum, one) => sum + one.durationSeconds, 0),
  )
  const index = lessons.indexOf(lesson)
  const next = lessons[index + 1]

  const renew = useCallback(async () => {
    reset(await fetchLessonProgress(userId, lesson.id))
    await refresh()
  }, [reset, refresh, userId, lesson.id])
  useEffect(
    () =>
      onRemoval(async (what) => {
        const isHere = 'courseId' in what ? what.courseId === outline.courseId : what.lessonId === lesson.id
        if (!isHere) return
        if ('courseId' in what) await forgetCourse()
        reset(null)
        // Without a connection the page goes on from nothing, which is what the server holds now.
        await renew().catch(() => undefined)
      }),
    [outline.courseId, lesson.id, forgetCourse, reset, renew],
  )
  const beginNote = useRef(async () => {})
  beginNote.current = async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
    flushSync(() => openPart('notes'))
    composer.current?.begin()
  }
  const shortcuts = useMemo(
    () => [{ code: 'KeyN', label: 'N', action: notesText.shortcut, run: () => void beginNote.current() }],
    [],
  )

  return (
    <div ref={page} className="lesson-page">
      <div className="lesson-head">
        <CourseHead
          courseId={outline.courseId}
          title={outline.titleHe}
          index={index + 1}
          count={lessons.length}
          percent={percent}
          action={<BookmarkToggle courseId={outline.courseId} title={outline.titleHe} className="bg-transparent" />}
        />
      </div>
      <div className="lesson-main">
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
              startAt={asked ?? startAt}
              watched={state.ranges}
              marks={marks}
              answers={content.answers}
              chapters={content.chapters}
              previews={previews}
              onPlayer={setPlayer}
              shortcuts={shortcuts}
              endCard={
                <Suspense>
                  <EndCard
                    courseId={outline.courseId}
                    next={next}
                    open={nextOpenLesson(lessons, lesson.id, completed)}
                    completed={state.completed}
                    completedAt={completion?.completedAt}
                    newLessons={newLessonsSince(
                      completion,
                      lessons.map(({ id }) => id),
                      completed,
                    )}
                    onAgain={() => {
                      player?.seek(0)
                      player?.play()
                    }}
                  />
                </Suspense>
              }
            />
          )}
        </div>
        <div className="lesson-body">
          <LessonActions
            lesson={lesson}
            previous={lessons[index - 1]}
            next={next}
            notice={saved.error && <p className="mt-3 text-ink-2 text-sm">{lessonProblems.late}</p>}
          >
            <CompletionToggle
              lessonId={lesson.id}
              isCompleted={state.completed}
              beforeChange={save}
              onChanged={renew}
            />
            <QuestionDialog
              userId={userId}
              lesson={lesson}
              position={() => player?.position ?? 0}
              onOpen={() => player?.pause()}
            />
            <SaveStatus className="ms-auto" />
          </LessonActions>
        </div>
        {wide && (
          <div className="lesson-texts">
            <LessonTexts userId={userId} lesson={lesson} content={content} player={player} />
          </div>
        )}
      </div>
      <section aria-label={lessonPageText.parts} className="lesson-side">
        <LessonParts
          userId={userId}
          outline={outline}
          lesson={lesson}
          content={content}
          states={states}
          player={player}
          wide={wide}
          open={part}
          onOpen={openPart}
          composer={composer}
          beforeReset={async () => {
            player?.pause()
            await save()
          }}
          onReset={async () => {
            await forgetCourse()
            await renew()
          }}
        />
      </section>
    </div>
  )
}
