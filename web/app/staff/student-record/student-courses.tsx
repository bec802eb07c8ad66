import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Section } from '~/shared/ui/section'
import type { StudentRecord } from './student.calls'
import { studentText as text } from './student.he'

/** The courses of a record that was opened. */
export function StudentCourses({ courses }: { courses: StudentRecord['courses'] }) {
  return (
    <Section id="student-courses" title={text.courses}>
      {courses.length === 0 && <p className="py-4 text-ink-2">{text.noCourses}</p>}
      <ul>
        {courses.map(({ id, title, completedLessons, lastWatched, completedAt }) => (
          <li key={id} className="grid gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]">
            <span className="text-ink-2">{formatDay(lastWatched)}</span>
            <p className="[overflow-wrap:anywhere]">
              <Bidi className="font-semibold">{title}</Bidi> · {text.lessons}: {completedLessons}
              {completedAt && ` · ${text.finished}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
