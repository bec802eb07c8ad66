import { useEffect, useState } from 'react'
import { toAppError } from '~/shared/errors/errors'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Section } from '~/shared/ui/section'
import type { ListedStudent } from '~/staff/students/students.calls'
import { openStudentRecord, type StudentRecord } from './student.calls'
import { studentText as text } from './student.he'
import { StudentHistory } from './student-history'

/** How long a record stays open, as the database keeps it, in ms. */
const OPEN_FOR = 10 * 60 * 1000

/** Address and phone, masked until they are asked for; then with courses, consents and tickets, for ten minutes. */
export function StudentDetails({ student }: { student: ListedStudent }) {
  const [record, setRecord] = useState<StudentRecord>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!record) return
    const closing = setTimeout(() => setRecord(undefined), OPEN_FOR)
    return () => clearTimeout(closing)
  }, [record])

  async function show() {
    setBusy(true)
    setFailure(undefined)
    try {
      setRecord(await openStudentRecord(student.id))
    } catch (cause) {
      setFailure(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Section id="student-details" title={text.details}>
        <p role="status" className="border-rule border-b bg-saffron-wash px-3 py-2.5 text-saffron-ink">
          {record ? text.shown : text.hidden}
        </p>
        {failure && <Alert tone="error">{failure}</Alert>}
        <dl className="grid max-w-[560px] grid-cols-[auto_1fr] gap-x-6">
          <Line title={text.email} value={record?.email ?? student.emailMasked} />
          <Line title={text.phone} value={(record ? record.phone : student.phoneMasked) ?? null} />
          <dt className="border-rule border-b py-2.5 text-ink-2">{text.marketing}</dt>
          <dd className="border-rule border-b py-2.5 text-end">{student.marketing ? text.yes : text.no}</dd>
        </dl>
        {!record && (
          <Button look="secondary" size="small" busy={busy} className="mt-4" onClick={() => void show()}>
            {busy ? text.showing : text.show}
          </Button>
        )}
      </Section>
      {record && <StudentHistory record={record} />}
    </>
  )
}

function Line({ title, value }: { title: string; value: string | null }) {
  return (
    <>
      <dt className="border-rule border-b py-2.5 text-ink-2">{title}</dt>
      <dd className="break-all border-rule border-b py-2.5 text-end">
        {value ? <bdi dir="ltr">{value}</bdi> : text.none}
      </dd>
    </>
  )
}
