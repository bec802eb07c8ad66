import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { NAME_LENGTH } from '~/shared/config/constants'
import { staffPaths } from '~/shared/config/staff-paths'
import { isValidPhone } from '~/shared/phone/phone.rules'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { Section } from '~/shared/ui/section'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { FieldRefusal } from '~/staff/form/refusals'
import { useUnsavedGuard } from '~/staff/form/use-unsaved-guard'
import { VersionedForm } from '~/staff/form/versioned-form'
import { changesOf, type FormRecord, type FormValue, type FormValues } from '~/staff/form/versions.rules'
import { ReasonDialog } from '~/staff/shared/reason-dialog'
import { correctionText as text } from './correction.he'
import { correctStudent, isPhoneTaken } from './corrections.calls'
import { moveStudentPhone } from './student-actions.calls'
import type { OpenedRecord } from './use-opened-record'

const name = z.string().check(z.trim(), z.minLength(1, text.nameMissing), z.maxLength(NAME_LENGTH, text.nameWrong))
const schema = z.object({
  first_name: name,
  last_name: name,
  phone_number: z.string().check(z.refine((phone) => phone === '' || isValidPhone(phone), text.phoneWrong)),
})

/** Names and phone of an open record, corrected by the version that was read; a number of two accounts is decided on. */
export function StudentCorrection({ studentId, opened }: { studentId: string; opened: OpenedRecord }) {
  const client = useQueryClient()
  const [taken, setTaken] = useState<string>()
  const [asking, setAsking] = useState(false)
  // Outlives the record, which closes by itself. In memory: details of a person are left in no browser.
  const [typed, setTyped] = useState<FormValues>({})
  const { record, setRecord } = opened
  if (!record) return Object.keys(typed).length > 0 ? <WaitingChanges /> : null
  const { version, firstName, lastName, phone } = record
  const base = { version, values: { first_name: firstName, last_name: lastName, phone_number: phone ?? '' } }

  async function save(read: number, changes: Readonly<Record<string, FormValue>>): Promise<FormRecord> {
    setTaken(undefined)
    try {
      const saved = await correctStudent(studentId, read, changes)
      const { first_name, last_name, phone_number } = saved.values
      setRecord(
        (known) =>
          known && {
            ...known,
            version: saved.version,
            firstName: String(first_name),
            lastName: String(last_name),
            phone: String(phone_number) || null,
          },
      )
      void client.invalidateQueries({ queryKey: ['staff'] })
      return saved
    } catch (cause) {
      if (!isPhoneTaken(cause)) throw cause
      setTaken(String(changes.phone_number))
      throw new FieldRefusal({ phone_number: text.phoneTaken })
    }
  }

  async function move(reason: string) {
    await moveStudentPhone(studentId, taken ?? '', reason)
    setTaken(undefined)
    void toast.success(text.moved)
    await opened.open()
    await client.invalidateQueries({ queryKey: ['staff'] })
  }

  return (
    <Section id="student-correction" title={text.title}>
      <div className="mt-5 max-w-[560px]">
        <VersionedForm label={text.title} labels={text.labels} record={base} schema={schema} save={save}>
          {({ field, values, write }) => (
            <>
              <KeptTyping typed={typed} changes={changesOf(base.values, values)} write={write} onTyped={setTyped} />
              <div className="grid gap-5 sm:grid-cols-2">
                <TextField autoComplete="off" {...field('first_name')} />
                <TextField autoComplete="off" {...field('last_name')} />
              </div>
              <TextField type="tel" dir="ltr" autoComplete="off" hint={text.phoneHint} {...field('phone_number')} />
            </>
          )}
        </VersionedForm>
        {taken && (
          <Alert tone="attention" className="mt-5">
            <p>{text.taken}</p>
            <p className="mt-2 flex flex-wrap items-center gap-4">
              <Button look="secondary" size="small" onClick={() => setAsking(true)}>
                {text.move}
              </Button>
              <Link to={`${staffPaths.students}?search=${encodeURIComponent(taken)}`} className="text-link">
                {text.seeHolder}
              </Link>
            </p>
          </Alert>
        )}
      </div>
      {asking && (
        <ReasonDialog
          title={text.moveTitle}
          lead={text.moveLead}
          confirm={text.moveConfirm}
          onConfirm={move}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

/** What stands in place of the form while what was typed in it waits for the record to be opened again. */
function WaitingChanges() {
  const question = useUnsavedGuard(true, async () => undefined)
  return (
    <>
      <p role="status" className="mt-5">
        {text.waiting}
      </p>
      {question}
    </>
  )
}

type KeptTypingProps<Name extends string> = {
  typed: FormValues
  changes: FormValues
  write: (name: Name, value: FormValue) => void
  onTyped: (changes: FormValues) => void
}

/** Puts what was typed before the record closed back into its fields, and tells what is typed in them. */
function KeptTyping<Name extends string>({ typed, changes, write, onTyped }: KeptTypingProps<Name>) {
  const putBack = useEffectEvent(() => {
    for (const [name, value] of Object.entries(typed)) write(name as Name, value)
  })
  useEffect(() => putBack(), [])
  const report = useEffectEvent(() => onTyped(changes))
  const now = JSON.stringify(changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when something else is typed
  useEffect(() => report(), [now])
  return null
}
