import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { TextField } from '~/shared/ui/text-field'
import { EditConflict } from './refusals'
import { VersionedForm } from './versioned-form'

/** A record of two texts and a box, and its form, for tests of what every such form does. */
export const record = { version: 3, values: { name: 'א', phone: '1', open: true } }
const labels = { name: 'שם', phone: 'טלפון', open: 'פתוח' }
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'צריך שם')),
  phone: z.string().check(z.regex(/^\d*$/, 'ספרות בלבד')),
  open: z.boolean(),
})

let stands = record
/** Saves as a server does. */
export const save = vi.fn()
export function restartForm() {
  stands = record
  save.mockReset().mockImplementation(async (_version: number, changes: object) => changed(changes))
}

/** The record with these values in its next version. */
export function changed(values: object) {
  stands = { version: stands.version + 1, values: { ...stands.values, ...values } }
  return stands
}

/** Somebody else saves before us. */
export function changeMeanwhile(values: object, field: string) {
  const changes = [{ field, by: 'נועה', at: '2026-11-20T10:00:00Z' }]
  save.mockRejectedValueOnce(new EditConflict({ ...changed(values), changes }))
}

type RecordFormProps = { read?: typeof record; keepAs?: string | undefined }

export function RecordForm({ read = record, keepAs }: RecordFormProps) {
  return (
    <VersionedForm label="פרטים" labels={labels} record={read} schema={schema} save={save} keepAs={keepAs}>
      {({ field }) => (
        <>
          <TextField {...field('name')} />
          <TextField {...field('phone')} />
          <CheckboxField {...field('open')} />
        </>
      )}
    </VersionedForm>
  )
}

export const input = (name: string) => screen.getByLabelText(name)
export const write = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const pressSave = () => userEvent.click(button(/^שמירה/))
