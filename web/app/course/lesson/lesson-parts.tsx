import { type Ref, Suspense, useState } from 'react'
import { type NoteComposerHandle, NotesPanel } from '~/course/notes/notes-panel'
import type { TimedPlayer } from '~/course/player/timed-player'
import type { LessonState } from '~/course/progress/lesson-states.rules'
import { lazyPart } from '~/shared/browser/lazy-part'
import { readPreference, savePreference } from '~/shared/storage/preferences'
import type { CourseOutline, Lesson, LessonContent } from './lesson.rules'
import { LessonList } from './lesson-list'
import { lessonPageText } from './lesson-page.he'
import { SummaryTab } from './lesson-summary'
import { type LessonPart, LessonTabs } from './lesson-tabs'

const ChapterList = lazyPart(() => import('./chapter-list').then((part) => part.ChapterList))
const CourseTests = lazyPart(() => import('~/quizzes/mine/course-tests').then((part) => part.CourseTests))
const CourseReset = lazyPart(() => import('~/course/progress/course-reset').then((part) => part.CourseReset))
const QuestionList = lazyPart(() => import('~/course/questions/question-list').then((part) => part.QuestionList))
const TeamAnswers = lazyPart(() => import('~/course/questions/team-answers').then((part) => part.TeamAnswers))
const Transcript = lazyPart(() => import('~/course/transcript/transcript').then((part) => part.Transcript))

/** The part that is open: the one the person chose last, else the lessons where there is room beside the player. */
export function useOpenPart(wide: boolean, hasTranscript: boolean): [string, (id: string) => void] {
  const [chosen, setChosen] = useState(() => readPreference('lesson-tab'))
  const first = wide || !hasTranscript ? 'lessons' : 'transcript'
  const known = Object.keys(lessonPageText.tabs).some((id) => id === chosen) && !(wide && chosen === 'summary')
  return [
    known && chosen ? chosen : first,
    (id) => {
      setChosen(id)
      savePreference('lesson-tab', id)
    },
  ]
}

type LessonPartsProps = {
  userId: string
  outline: CourseOutline
  lesson: Lesson
  content: LessonContent
  states: ReadonlyMap<string, LessonState>
  player: TimedPlayer | null
  wide: boolean
  open: string
  onOpen: (id: string) => void
  composer: Ref<NoteComposerHandle>
  beforeReset: () => Promise<void>
  onReset: () => Promise<void>
}

/** What stands beside the player, or under it on a phone: lessons, transcript, notes, and on a phone the summary. */
export function LessonParts(props: LessonPartsProps) {
  const { userId, outline, lesson, content, states, player, wide, open, onOpen } = props
  const { tabs } = lessonPageText
  const lessons: LessonPart = {
    id: 'lessons',
    title: tabs.lessons,
    content: (
      <div className="-mx-3">
        <LessonList lessons={outline.lessons} currentId={lesson.id} states={states} />
        <Suspense>
          <CourseTests courseId={outline.courseId} lessonId={lesson.id} />
        </Suspense>
        <Suspense>
          <CourseReset
            courseId={outline.courseId}
            lessonCount={outline.lessons.length}
            begun={[...states.values()].some(({ status }) => status !== 'new')}
            beforeChange={props.beforeReset}
            onChanged={props.onReset}
          />
        </Suspense>
      </div>
    ),
  }
  const transcript: LessonPart = {
    id: 'transcript',
    title: tabs.transcript,
    fills: true,
    content: (
      <Suspense>
        <Transcript content={content} player={player} visible={open === 'transcript'} />
      </Suspense>
    ),
  }
  const notes: LessonPart = {
    id: 'notes',
    title: tabs.notes,
    content: (
      <>
        <NotesPanel userId={userId} outline={outline} lesson={lesson} player={player} composer={props.composer} />
        {content.answers[0] && (
          <Suspense>
            <TeamAnswers answers={content.answers} onSeek={(seconds) => player?.seek(seconds)} />
          </Suspense>
        )}
      </>
    ),
  }
  const summary: LessonPart = { id: 'summary', title: tabs.summary, content: <LessonTexts {...props} /> }
  const parts = wide ? [lessons, transcript, notes] : [transcript, notes, lessons, summary]
  return <LessonTabs parts={parts} open={open} onOpen={onOpen} />
}

/** About the height of the list in rem, as long as no title needs two lines, so that little moves when it comes. */
const heightOfChapters = (count: number) => 4.5 + 2.8 * count

type LessonTextsProps = Pick<LessonPartsProps, 'userId' | 'lesson' | 'content' | 'player'>

/** The texts of the lesson, and the person's own questions about it. */
export function LessonTexts({ userId, lesson, content, player }: LessonTextsProps) {
  return (
    <>
      {content.chapters.length > 0 && (
        <Suspense fallback={<div style={{ height: `${heightOfChapters(content.chapters.length)}rem` }} />}>
          <ChapterList chapters={content.chapters} player={player} />
        </Suspense>
      )}
      <SummaryTab lesson={lesson} content={content} />
      <Suspense>
        <QuestionList userId={userId} lessonId={lesson.id} onSeek={(seconds) => player?.seek(seconds)} />
      </Suspense>
    </>
  )
}
