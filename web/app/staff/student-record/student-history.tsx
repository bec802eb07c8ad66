import type { ReactNode } from 'react'
import { formatDay, formatShortMoment } from '~/shared/formats/dates'
import { Section } from '~/shared/ui/section'
import type { StudentRecord } from './student.calls'
import { studentText as text } from './student.he'

const purposeOf = (purpose: string) => text.purposes[purpose as keyof typeof text.purposes] ?? purpose

/** Courses, consents and tickets of a record that was opened. */
export function StudentHistory({ record: { courses, consents, tickets } }: { record: StudentRecord }) {
  return (
    <>
      <Section id="student-courses" title={text.courses}>
        <Lines none={text.noCourses}>
          {courses.map(({ id, title, completedLessons, lastWatched, completedAt }) => (
            <Line key={id} at={formatDay(lastWatched)}>
              <bdi className="font-semibold">{title}</bdi> · {text.lessons}: {completedLessons}
              {completedAt && ` · ${text.finished}`}
            </Line>
          ))}
        </Lines>
      </Section>
      <Section id="student-consents" title={text.consents}>
        <Lines none={text.noConsents}>
          {consents.map(({ purpose, granted, at }) => (
            <Line key={`${purpose} ${at}`} at={formatShortMoment(at)}>
              {purposeOf(purpose)} · {granted ? text.granted : text.refused}
            </Line>
          ))}
        </Lines>
      </Section>
      <Section id="student-tickets" title={text.tickets}>
        <Lines none={text.noTickets}>
          {tickets.map(({ id, subject, at }) => (
            <Line key={id} at={formatShortMoment(at)}>
              <bdi>{subject}</bdi>
            </Line>
          ))}
        </Lines>
      </Section>
    </>
  )
}

function Lines({ none, children }: { none: string; children: ReactNode[] }) {
  return children.length === 0 ? <p className="py-4 text-ink-2">{none}</p> : <ul>{children}</ul>
}

function Line({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 border-rule border-b py-2.5 md:grid-cols-[190px_1fr]">
      <span className="text-ink-2">{at}</span>
      <p className="[overflow-wrap:anywhere]">{children}</p>
    </li>
  )
}
