import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/shared/ui/button'
import { ConfirmDialog } from '~/shared/ui/confirm-dialog'
import { TextArea } from '~/shared/ui/text-area'
import { TextField } from '~/shared/ui/text-field'
import { toast } from '~/shared/ui/toast'
import { type DeskHours as Hours, saveSupportHours, supportHoursQuery } from './hours.calls'
import { hoursText as text } from './hours.he'

/** The way to the hours of the support, for those who may change them. */
export function SupportHours() {
  const { data } = useQuery(supportHoursQuery())
  const [isOpen, setOpen] = useState(false)
  if (!data?.may_change) return null
  const { version, may_change: _, ...hours } = data
  return (
    <>
      <Button look="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {isOpen && <HoursDialog hours={hours} version={version} onClose={() => setOpen(false)} />}
    </>
  )
}

type HoursDialogProps = { hours: Hours; version: number; onClose: () => void }

function HoursDialog({ hours, version, onClose }: HoursDialogProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(hours)
  const [holidays, setHolidays] = useState(hours.holidays.join('\n'))
  const change = (some: Partial<Hours>) => setAsked((before) => ({ ...before, ...some }))
  const dates = holidays.split(/\s+/).filter((line) => line !== '')
  return (
    <ConfirmDialog
      title={text.title}
      lead={text.lead}
      confirm={text.save}
      cancel={text.cancel}
      look="primary"
      onConfirm={async () => {
        await saveSupportHours({ ...asked, holidays: dates }, version)
        void toast.success(text.saved)
        await client.invalidateQueries({ queryKey: ['staff'] })
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <TextField
            type="time"
            label={text.opensAt}
            value={asked.opens_at}
            onChange={({ target }) => change({ opens_at: target.value })}
          />
          <TextField
            type="time"
            label={text.closesAt}
            value={asked.closes_at}
            onChange={({ target }) => change({ closes_at: target.value })}
          />
        </div>
        <Days days={asked.days} onChange={(days) => change({ days })} />
        <TextArea
          label={text.holidays}
          hint={text.holidaysHint}
          dir="ltr"
          rows={4}
          value={holidays}
          onChange={({ target }) => setHolidays(target.value)}
        />
        <TextField
          type="number"
          label={text.target}
          hint={text.targetHint}
          dir="ltr"
          value={String(asked.target_minutes)}
          onChange={({ target }) => change({ target_minutes: Number(target.value) })}
        />
        <TextField
          type="email"
          label={text.replyAddress}
          hint={text.replyHint}
          dir="ltr"
          value={asked.reply_address ?? ''}
          onChange={({ target }) => change({ reply_address: target.value || null })}
        />
      </div>
    </ConfirmDialog>
  )
}

function Days({ days, onChange }: { days: number[]; onChange: (days: number[]) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{text.days}</legend>
      <div className="flex flex-wrap gap-x-4">
        {text.dayNames.map((name, day) => (
          <label key={name} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) => onChange(target.checked ? [...days, day] : days.filter((one) => one !== day))}
              className="size-5"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
