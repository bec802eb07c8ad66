import './lesson-page.css'
import { Suspense, useEffect, useState } from 'react'
import { setPreviewToken } from '~/course/files/stored-files.calls'
import { LessonPlayer } from '~/course/player/lesson-player'
import type { PlayerAdapter } from '~/course/player/player-adapter'
import type { LessonState } from '~/course/progress/lesson-states.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { useWide } from '~/shared/browser/use-wide'
import { useMediaUrl } from '~/shared/media/use-media-url'
import { CourseHead } from './course-head'
import { lessonProblems, lessonText } from './lesson.he'
import type { CourseOutline, Lesson, LessonContent } from './lesson.rules'
import { LessonList } from './lesson-list'
import { lessonPageText } from './lesson-page.he'
import { PlayerNotice } from './lesson-problem'
import { PlayerSkeleton } from './lesson-skeleton'
import { SummaryTab } from './lesson-summary'

const ChapterList = lazyPart(() => import('./chapter-list').then((part) => part.ChapterList))
const Transcript = lazyPart(() => import('~/course/transcript/transcript').then((part) => part.Transcript))
const NO_STATES: ReadonlyMap<string, LessonState> = new Map()

type LessonPreviewProps = { token: string; outline: CourseOutline; lesson: Lesson; content: LessonContent }

/** A lesson as a student will see it, for whoever holds the link to its draft. Nothing of the watching is recorded. */
export function LessonPreview({ token, outline, lesson, content }: LessonPreviewProps) {
  const [player, setPlayer] = useState<PlayerAdapter | null>(null)
  const [ready, setReady] = useState(false)
  const poster = useMediaUrl(content.posterUrl)
  const previews = useMediaUrl(content.previewsUrl)
  useEffect(() => {
    const end = setPreviewToken(token)
    setReady(true)
    return end
  }, [token])
  const wide = useWide('(min-width: 1024px)')
  const { lessons } = outline
  const place = lessons.findIndex(({ id }) => id === lesson.id)
  const texts = (
    <>
      {content.chapters.length > 0 && (
        <Suspense>
          <ChapterList chapters={content.chapters} player={player} />
        </Suspense>
      )}
      <SummaryTab lesson={lesson} content={content} />
      <section aria-label={lessonPageText.tabs.transcript} className="mt-10">
        <h2 className="mb-3 text-xl">{lessonPageText.tabs.transcript}</h2>
        <div className="flex max-h-[70vh] flex-col">
          <Suspense>
            <Transcript content={content} player={player} visible />
          </Suspense>
        </div>
      </section>
    </>
  )
  return (
    <div className="lesson-page">
      <div className="lesson-head">
        <CourseHead
          courseId={outline.courseId}
          title={outline.titleHe}
          index={place + 1}
          count={lessons.length}
          percent={0}
        />
      </div>
      <div className="lesson-main">
        <div className="lesson-player">
          {!content.video && <PlayerNotice title={lessonProblems.noVideoTitle} body={lessonProblems.noVideo} />}
          {content.video && !ready && <PlayerSkeleton />}
          {content.video && ready && (
            <LessonPlayer
              title={lesson.titleHe}
              video={content.video}
              poster={poster}
              captions={content.captions}
              durationSeconds={lesson.durationSeconds}
              startAt={0}
              watched={[]}
              chapters={content.chapters}
              previews={previews}
              onPlayer={setPlayer}
              endCard={null}
            />
          )}
        </div>
        <div className="lesson-body">
          <h1 className="text-2xl">{lesson.titleHe}</h1>
        </div>
        {wide && <div className="lesson-texts">{texts}</div>}
      </div>
      <section aria-label={lessonText.lessons} className="lesson-side">
        <LessonList lessons={lessons} currentId={lesson.id} states={NO_STATES} />
        {!wide && <div className="mt-8">{texts}</div>}
      </section>
    </div>
  )
}
