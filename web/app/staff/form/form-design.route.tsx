import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '~/shared/ui/button'
import { CheckboxField } from '~/shared/ui/checkbox-field'
import { PageHeader } from '~/shared/ui/page-header'
import { TextField } from '~/shared/ui/text-field'
import { ConflictDialog } from './conflict-dialog'
import { FormBar, type SavingState } from './form-bar'
import { formDesignText as text } from './form-design.he'
import { FormSummary } from './form-summary'
import { VersionedForm } from './versioned-form'
import type { FormRecord } from './versions.rules'

const SCHEMA = z.object({
  name: z.string().check(z.trim(), z.minLength(1, text.nameMissing)),
  phone: z.string().check(z.regex(/^\d*$/, text.phoneWrong)),
  open: z.boolean(),
})
const STATES: [SavingState, number][] = [
  [{ at: 'rest' }, 0],
  [{ at: 'rest' }, 2],
  [{ at: 'saving' }, 2],
  [{ at: 'saved', time: '10:42' }, 0],
  [{ at: 'undone', time: '10:43' }, 0],
  [{ at: 'offline' }, 2],
  [{ at: 'refused', message: text.refused }, 2],
]
const CHANGE = { by: text.colleague, at: '2026-11-22T08:00:00Z' }

export const meta = () => [{ title: text.title }, { name: 'robots', content: 'noindex' }]

/** The form of the staff in every state; only where the site is being built. */
export default function FormDesign() {
  const [record, setRecord] = useState<FormRecord>({ version: 1, values: text.values })
  const [asking, setAsking] = useState(false)
  const ignore = () => undefined
  return (
    <div className="wrap text-sm">
      <PageHeader title={text.title} />
      <h2 className="mb-4 text-xl">{text.live}</h2>
      <VersionedForm
        label={text.title}
        labels={text.labels}
        record={record}
        schema={SCHEMA}
        save={async (version, changes) => {
          const saved = { version: version + 1, values: { ...record.values, ...changes } }
          setRecord(saved)
          return saved
        }}
      >
        {({ field }) => (
          <>
            <TextField {...field('name')} />
            <TextField {...field('phone')} />
            <CheckboxField {...field('open')} />
          </>
        )}
      </VersionedForm>
      <h2 className="mt-10 mb-4 text-xl">{text.summary}</h2>
      <FormSummary
        ref={null}
        problems={[
          { name: 'name', label: text.labels.name, message: text.nameMissing },
          { name: 'phone', label: text.labels.phone, message: text.phoneWrong },
        ]}
        onChosen={ignore}
      />
      <h2 className="mt-10 mb-4 text-xl">{text.bars}</h2>
      {STATES.map(([state, unsaved]) => (
        <div key={`${state.at} ${unsaved}`} className="relative mb-6">
          <FormBar
            state={state}
            unsaved={unsaved}
            onDiscard={ignore}
            onUndo={state.at === 'saved' ? ignore : undefined}
          />
        </div>
      ))}
      <h2 className="mt-10 mb-4 text-xl">{text.conflict}</h2>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {text.conflict}
      </Button>
      {asking && (
        <ConflictDialog
          base={text.values}
          mine={{ ...text.values, ...text.mine }}
          newer={{
            version: 2,
            values: { ...text.values, ...text.theirs },
            changes: [
              { field: 'name', ...CHANGE },
              { field: 'phone', ...CHANGE },
            ],
          }}
          labels={text.labels}
          onChosen={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
