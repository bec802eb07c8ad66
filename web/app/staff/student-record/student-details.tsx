import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Section } from '~/shared/ui/section'
import type { ListedStudent } from '~/staff/students/students.calls'
import { studentText as text } from './student.he'
import type { OpenedRecord } from './use-opened-record'

type StudentDetailsProps = { student: ListedStudent; opened: OpenedRecord }

/** Address and phone, masked until they are asked for. */
export function StudentDetails({ student, opened: { record, open, busy, failure } }: StudentDetailsProps) {
  return (
    <Section id="student-details" title={text.details}>
      <p role="status" className="border-rule border-b bg-saffron-wash px-3 py-2.5 text-saffron-ink">
        {record ? text.shown : text.hidden}
      </p>
      {failure && <Alert tone="error">{failure}</Alert>}
      <dl className="grid max-w-[560px] grid-cols-[auto_1fr]">
        <Line title={text.email} value={record?.email ?? student.emailMasked} />
        <Line title={text.phone} value={(record ? record.phone : student.phoneMasked) ?? null} />
        <dt className="border-rule border-b py-2.5 pe-6 text-ink-2">{text.marketing}</dt>
        <dd className="border-rule border-b py-2.5 text-end">{student.marketing ? text.yes : text.no}</dd>
      </dl>
      {!record && (
        <Button look="secondary" size="small" busy={busy} className="mt-4" onClick={() => void open()}>
          {busy ? text.showing : text.show}
        </Button>
      )}
    </Section>
  )
}

function Line({ title, value }: { title: string; value: string | null }) {
  return (
    <>
      <dt className="border-rule border-b py-2.5 pe-6 text-ink-2">{title}</dt>
      <dd className="break-all border-rule border-b py-2.5 text-end">
        {value ? <bdi dir="ltr">{value}</bdi> : text.none}
      </dd>
    </>
  )
}
