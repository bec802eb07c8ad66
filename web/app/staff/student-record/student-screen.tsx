import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { StateMessage } from '~/shared/ui/state-message'
import { useMay } from '~/staff/shared/use-may'
import { StudentStateMark } from '~/staff/students/student-state-mark'
import { type ListedStudent, studentsQuery } from '~/staff/students/students.calls'
import { studentsText } from '~/staff/students/students.he'
import { StaffNotes } from './staff-notes'
import { studentText as text } from './student.he'
import { StudentActions } from './student-actions'
import { StudentAgreements } from './student-agreements'
import { StudentCertificates } from './student-certificates'
import { StudentCorrection } from './student-correction'
import { StudentCourses } from './student-courses'
import { StudentDetails } from './student-details'
import { StudentTags } from './student-tags'
import { StudentTimeline } from './student-timeline'
import { useOpenedRecord } from './use-opened-record'

/** The record of one student: facts and what happened at once, personal details when they are asked for. */
export function StudentScreen({ studentId }: { studentId: string }) {
  const { data, isPending, isError, refetch } = useQuery(studentsQuery({ id: studentId }))
  const student = data?.rows[0]
  return (
    <>
      <Link to={staffPaths.students} className="text-link mt-4 inline-flex min-h-11 items-center">
        {text.back}
      </Link>
      {isPending && <Loading />}
      {isError && <Failed text={text.failed} onRetry={() => void refetch()} />}
      {data && !student && <StateMessage title={text.notFound} body={text.notFoundLead} className="py-10" />}
      {student && <Record student={student} />}
    </>
  )
}

function Record({ student }: { student: ListedStudent }) {
  const opened = useOpenedRecord(student.id)
  const [changedNote, setChangedNote] = useState<string>()
  const mayTag = useMay('change_student_tag')
  const mayCorrect = useMay('correct_student', 'move_student_phone')
  const mayRevoke = useMay('revoke_certificate')
  const mayWrite = useMay('write_student_note', 'delete_student_note')
  const { record } = opened
  return (
    <article>
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-1 pb-5">
        <h1 className="text-2xl">
          <Bidi>{`${student.firstName} ${student.lastName}`.trim() || studentsText.nameless}</Bidi>
        </h1>
        <p className="text-ink-2">
          <StudentStateMark state={student.state} /> · {text.joined(formatDay(student.createdAt))}
        </p>
        <StudentActions student={student} record={record} />
      </header>
      <Facts student={student} />
      <StudentTags studentId={student.id} tags={student.tags} mayChange={mayTag} />
      <StudentDetails student={student} opened={opened} />
      {mayCorrect && <StudentCorrection studentId={student.id} opened={opened} />}
      {record && <StudentAgreements agreements={record.agreements} />}
      {record && <StudentCourses courses={record.courses} />}
      {record && <StudentCertificates studentId={student.id} mayRevoke={mayRevoke} />}
      {record && (
        <StaffNotes studentId={student.id} mayWrite={mayWrite} changingId={changedNote} onChanging={setChangedNote} />
      )}
      <StudentTimeline studentId={student.id} />
    </article>
  )
}

function Facts({ student }: { student: ListedStudent }) {
  const day = (iso: string | null) => (iso ? formatDay(iso) : text.never)
  const facts = [
    [text.facts.completed, student.completedLessons],
    [text.facts.started, student.startedLessons],
    [text.facts.watched, day(student.lastWatched)],
    [text.facts.login, day(student.lastLoginAt)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-rule border-y py-4 md:grid-cols-4">
      {facts.map(([title, value]) => (
        <div key={title} className="flex flex-col-reverse justify-end">
          <dt className="text-ink-2 text-xs">{title}</dt>
          <dd className="font-bold font-serif text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
