import { FormulaText } from '~/components/formula-text'
import type { Lesson, LessonContent } from '~/domain/lesson'
import { lessonText } from '~/locales/he/lesson'
import { Attachments } from './attachments'

/** What the lesson taught, in words and figures, with the files that belong to it. */
export function LessonSummary({ lesson, content }: { lesson: Lesson; content: LessonContent }) {
  return (
    <section>
      <h2 className="mb-3 text-xl">{lessonText.summary}</h2>
      <p className="max-w-[62ch] whitespace-pre-line text-ink-2">
        <FormulaText text={content.summaryHe || lesson.descriptionHe} />
      </p>
      <Attachments attachments={content.attachments} />
    </section>
  )
}
