import { Attachments } from '~/course/files/attachments'
import { FormulaText } from './formula-text'
import { lessonText } from './lesson.he'
import type { Lesson, LessonContent } from './lesson.rules'

/** What the lesson taught, in words and figures, with the files that belong to it. */
export function SummaryTab({ lesson, content }: { lesson: Lesson; content: LessonContent }) {
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
