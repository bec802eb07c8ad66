import { useState } from 'react'
import { Button } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed, Section } from '~/shared/ui/section'
import type { StaffDenial } from '~/staff/entry/staff.rules'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { StaffDenied } from '~/staff/shared/staff-denied'
import { StudentStateMark } from '~/staff/students/student-state-mark'
import type { ListedStudent, StudentState } from '~/staff/students/students.calls'
import { recordDesignText as text } from './record-design.he'
import { actionsText } from './student-actions.he'
import { StudentDetails } from './student-details'
import type { OpenedRecord } from './use-opened-record'

const NEVER = async () => undefined
const DANA: ListedStudent = {
  ...{ id: 'dana', sortValue: '', firstName: 'דנה', lastName: 'לוי', state: 'active', marketing: true },
  ...{ emailMasked: 'd***@e***.com', phoneMasked: '*******567', startedLessons: 12, completedLessons: 9 },
  ...{ lastWatched: null, lastLoginAt: null, createdAt: '2026-01-01T00:00:00Z', tags: ['Pilot'] },
}
const MASKED: OpenedRecord = {
  record: undefined,
  setRecord: () => undefined,
  open: NEVER,
  busy: false,
  failure: undefined,
}
const OPENED: Record<keyof typeof text.states, OpenedRecord> = {
  masked: MASKED,
  busy: { ...MASKED, busy: true },
  failed: { ...MASKED, failure: text.failure },
  open: {
    ...MASKED,
    record: {
      ...{ version: 1, firstName: 'דנה', lastName: 'לוי', email: 'dana@example.com', phone: '+972541234567' },
      ...{ agreements: [], courses: [], hasSecondStep: false },
    },
  },
}
const STATES: StudentState[] = ['active', 'closed', 'leaving', 'unverified']
const DENIALS: StaffDenial[] = [
  { reason: 'permission', name: 'students.view' },
  { reason: 'role', name: 'analyst' },
  { reason: 'level', name: '2' },
]

export const meta = () => [{ title: text.title }, { name: 'robots', content: 'noindex' }]

/** The parts of a record in every state, and pages that stay closed; only where the site is being built. */
export default function RecordDesign() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="wrap grid gap-10 pb-10 text-sm">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="text-2xl">{text.title}</h1>
        {STATES.map((state) => (
          <span key={state}>
            <StudentStateMark state={state} />
          </span>
        ))}
        <Button look="secondary" size="small" onClick={() => setAsking(true)}>
          {text.act}
        </Button>
      </header>
      {(Object.keys(OPENED) as (keyof typeof OPENED)[]).map((state) => (
        <div key={state}>
          <p className="text-ink-2">{text.states[state]}</p>
          <StudentDetails student={DANA} opened={OPENED[state]} />
        </div>
      ))}
      <Section id="waiting" title={text.parts.waiting}>
        <Loading />
      </Section>
      <Section id="failed" title={text.parts.failed}>
        <Failed text={text.failure} onRetry={() => undefined} />
      </Section>
      <Section id="empty" title={text.parts.empty}>
        <p className="py-4 text-ink-2">{text.none}</p>
      </Section>
      <Section id="denied" title={text.denied}>
        {DENIALS.map((denial) => (
          <StaffDenied key={denial.reason} denial={denial} />
        ))}
      </Section>
      <Section id="lost" title={text.lost}>
        {DENIALS[0] && <StaffDenied denial={DENIALS[0]} lost />}
      </Section>
      {asking && <ReasonDialog {...actionsText.acts.close} onConfirm={NEVER} onClose={() => setAsking(false)} />}
    </div>
  )
}
