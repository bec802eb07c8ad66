import { Suspense } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { FormulaText } from './formula-text'
import { lessonText } from './lesson.he'
import type { Lesson, LessonContent } from './lesson.rules'

const Attachments = lazyPart(() => import('~/course/files/attachments').then((part) => part.Attachments))

/** The height of the list in rem, so that nothing moves when it comes. */
const heightOfFiles = (count: number) => 4.5 + 3.5 * count

/** What the lesson taught, in words and figures, with the files that belong to it. */
export function SummaryTab({ lesson, content }: { lesson: Lesson; content: LessonContent }) {
  const { attachments } = content
  return (
    <section>
      <h2 className="mb-3 text-xl">{lessonText.summary}</h2>
      <p className="max-w-[62ch] whitespace-pre-line text-ink-2">
        <FormulaText text={content.summaryHe || lesson.descriptionHe} />
      </p>
      {attachments.length > 0 && (
        <Suspense fallback={<div style={{ height: `${heightOfFiles(attachments.length)}rem` }} />}>
          <Attachments attachments={attachments} />
        </Suspense>
      )}
    </section>
  )
}
